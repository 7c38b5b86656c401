/** The commands that exist, in the order of the menu. Their descriptions are `commands.<name>` of the locale. */
const commandNames = ['retry', 'model', 'help'] as const;
export type CommandName = (typeof commandNames)[number];

/** What a text in the composer asks for. */
export type Typed =
  | { kind: 'message'; text: string }
  | { kind: 'command'; name: CommandName; argument: string }
  | { kind: 'unknown'; typed: string; nearest: CommandName };

/** Tells commands from messages. A message that begins with a slash is written with two. */
export function readTyped(text: string): Typed {
  if (!text.startsWith('/')) return { kind: 'message', text };
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) };
  const [, typed = '', argument = ''] = /^\/(\S*)\s*([^\n]*)/.exec(text) ?? [];
  const name = commandNames.find((candidate) => candidate === typed.toLowerCase());
  return name
    ? { kind: 'command', name, argument }
    : { kind: 'unknown', typed, nearest: nearestCommand(typed) };
}

/** What stands behind the slash while a command's name is being typed; null when no menu belongs there. */
export function menuQuery(text: string): string | null {
  return /^\/([^\s/]*)$/.exec(text)?.[1] ?? null;
}

/** Commands whose name begins with the query, then those that hold it. */
export function matchingCommands(query: string): CommandName[] {
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
