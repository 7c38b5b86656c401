import type { Agent } from '#contract';

/** The commands that exist, in the order of the menu. Their descriptions are `commands.<name>` of the locale. */
const commandNames = [
  'retry',
  'model',
  'agent',
  'compact',
  'shake',
  'context',
  'tree',
  'fork',
  'checkpoint',
  'rewind',
  'export',
  'dump',
  'btw',
  'handoff',
  'help',
] as const;
export type CommandName = (typeof commandNames)[number];

/** What the app does for the commands that the message box does not answer itself, with what was typed behind each. */
export type CommandActs = Record<Exclude<CommandName, 'model' | 'agent'>, (args: string) => void>;

/**
 * Commands that take more words. The menu shows what goes behind them (`hints.<name>` of the locale), and the words
 * that there are to choose from (`choices.<name>.<word>`).
 */
const choices = {
  agent: [],
  compact: ['snapshots', 'summary'],
  shake: ['tools', 'images', 'all'],
  context: [],
  checkpoint: [],
  rewind: [],
  btw: [],
  handoff: [],
  export: ['html', 'pdf', 'word', 'markdown', 'text', 'bough'],
} as const;
type HintedName = keyof typeof choices;
export type ChoiceKey = {
  [Name in HintedName]: `${Name}.${(typeof choices)[Name][number]}`;
}[HintedName];

/** One line of the menu: a command, or a command with a word behind it. */
export interface MenuOption {
  name: CommandName;
  /** Empty for the command alone. */
  word: string;
}

/** Whether a command takes more words. */
export function takesWords(name: CommandName): name is HintedName {
  return name in choices;
}

/** What a text in the composer asks for. */
export type Typed =
  | { kind: 'message'; text: string }
  | { kind: 'command'; name: CommandName; argument: string }
  | { kind: 'unknown'; typed: string; nearest: CommandName };

/** Tells commands from messages. A message that begins with a slash is written with two. */
export function readTyped(text: string): Typed {
  if (!text.startsWith('/')) return { kind: 'message', text };
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) };
  const [, typed = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)/.exec(text) ?? [];
  const name = commandNames.find((candidate) => candidate === typed.toLowerCase());
  return name
    ? { kind: 'command', name, argument }
    : { kind: 'unknown', typed, nearest: nearestCommand(typed) };
}

/**
 * What the menu offers for what was typed so far: commands while a name is being typed, then the words that the
 * command knows, or the agents that there are. Nothing where no menu belongs.
 */
export function menuOptions(text: string, agentNames: readonly string[] = []): MenuOption[] {
  const query = /^\/([^\s/]*)$/.exec(text)?.[1];
  if (query !== undefined) return matchingCommands(query).map((name) => ({ name, word: '' }));
  const [, typed = '', begun = ''] = /^\/([a-z]+) +(.*)$/i.exec(text) ?? [];
  const name = commandNames.find((candidate) => candidate === typed.toLowerCase());
  if (!name || !takesWords(name)) return [];
  const words: readonly string[] = namesAgents(name) ? agentNames : choices[name];
  const begins = (word: string) => word.toLocaleLowerCase().startsWith(begun.toLocaleLowerCase());
  return words.filter(begins).map((word) => ({ name, word }));
}

/** Commands whose words are the names of agents. */
export function namesAgents(name: CommandName): name is 'agent' | 'context' {
  return name === 'agent' || name === 'context';
}

/** The agent whose name was typed, as far as it was. */
export function agentCalled(agents: readonly Agent[], typed: string): Agent | undefined {
  const begun = typed.trim().toLocaleLowerCase();
  return agents.find(({ name }) => name.toLocaleLowerCase().startsWith(begun));
}

/** What `/shake` takes: nothing, or one of its words. */
export function isShakeWord(argument: string): boolean {
  const word = argument.trim().toLowerCase();
  return word === '' || choices.shake.some((choice) => choice === word);
}

/** Commands whose name begins with the query, then those that hold it. */
function matchingCommands(query: string): CommandName[] {
  const wanted = query.toLowerCase();
  const begins = commandNames.filter((name) => name.startsWith(wanted));
  const holds = commandNames.filter((name) => !name.startsWith(wanted) && name.includes(wanted));
  return [...begins, ...holds];
}

/** The command with the fewest changed, added or left out letters. */
export function nearestCommand(typed: string): CommandName {
  const scored = commandNames.map((name) => ({ name, distance: distance(typed.toLowerCase(), name) }));
  return scored.reduce((best, other) => (other.distance < best.distance ? other : best)).name;
}

/** Edit distance after Levenshtein, with a swap of neighbours as one change. */
function distance(left: string, right: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const at = (line: number[], index: number) => line[index] ?? 0;
      const plain = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (same ? 0 : 1),
      );
      current[column] = row > 1 && column > 1 && swapped ? Math.min(plain, at(older, column - 2) + 1) : plain;
    }
    older = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
