import type { Attachment } from '#contract';
import type { SaidPart, ToolResult } from '#core/transcript/types.ts';
import { beginningOf } from '../../text.ts';
import { type GuideIndex, type GuideSection, termsOf } from './guide-index.ts';
import { type Intent, intentOf } from './intent.ts';
import { wordsOf } from './language.ts';
import { phrases } from './phrases/index.ts';
import type { Phrases } from './phrases/phrases.ts';
import { type Situation, textOf } from './situation.ts';
import { filling, longText, showcase } from './texts.ts';

/** Characters of a file that the assistant reads at once: its window is small. */
const readLimit = 6000;
const longestSection = 2400;
const longestExcerpt = 600;

/** Everything that the practice assistant answers to a situation. The same situation gets the same answer. */
export function replyTo(situation: Situation, guide: GuideIndex): SaidPart[] {
  const say = phrases[situation.language];
  const said = situation.results.length > 0 ? afterTools(situation, say) : toUser(situation, guide, say);
  if (!situation.first || said.some((part) => part.type === 'call')) return said;
  const at = said.findIndex((part) => part.type === 'text');
  return said.map((part, index) =>
    part.type === 'text' && index === at ? text(say.introduction, part.text) : part,
  );
}

const text = (...paragraphs: readonly (string | null)[]): SaidPart => ({
  type: 'text',
  text: paragraphs.filter((paragraph) => paragraph !== null && paragraph !== '').join('\n\n'),
});

function toUser(situation: Situation, guide: GuideIndex, say: Phrases): SaidPart[] {
  const intent = intentOf(situation);
  switch (intent.kind) {
    case 'greet':
      return [text(say.greeting, examples(say))];
    case 'thank':
      return [text(say.welcome)];
    case 'show':
      return [text(showcase(say))];
    case 'fill':
      return [text(filling(situation, say))];
    case 'branches':
      return [text(say.branches.text, steps(say.branches.steps))];
    case 'write':
      return [text(longText(say, intent.words))];
    case 'search':
      return search(intent.query, situation, say) ?? answer(situation, guide, say);
    case 'recall':
      return recall(intent.id, situation, say) ?? answer(situation, guide, say);
    case 'attached':
      return aboutFiles(intent, situation, say);
    case 'ask':
      return answer(situation, guide, say);
  }
}

const steps = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n');

const examples = (say: Phrases): string =>
  [say.tryThese, '', ...say.examples.map((line) => `- ${line}`)].join('\n');

function search(query: string, situation: Situation, say: Phrases): SaidPart[] | null {
  if (!situation.tools.has('search_workspace')) return null;
  return [
    { type: 'reasoning', text: say.thinkTool('search_workspace') },
    text(say.willSearch(query)),
    call('search_workspace', { query }, situation),
  ];
}

function recall(id: string, situation: Situation, say: Phrases): SaidPart[] | null {
  if (!situation.tools.has('recall')) return null;
  return [
    { type: 'reasoning', text: say.thinkTool('recall') },
    text(say.willRecall(id)),
    call('recall', { id }, situation),
  ];
}

function aboutFiles(
  { read, others }: Extract<Intent, { kind: 'attached' }>,
  situation: Situation,
  say: Phrases,
): SaidPart[] {
  const named = others.map((file) =>
    file.kind === 'image' ? say.picture(pictureFacts(file)) : say.otherFile(file.name),
  );
  if (read === null) return [text(...named)];
  if (!situation.tools.has('read_attachment')) return [text(...named, say.fileUnreadable(read.name))];
  return [
    { type: 'reasoning', text: say.thinkTool('read_attachment') },
    text(...named, say.willRead(read.name)),
    call('read_attachment', { file: read.name, limit: readLimit }, situation),
  ];
}

const call = (name: string, input: object, { calls }: Situation): SaidPart => ({
  type: 'call',
  id: `practice_${calls + 1}`,
  name,
  arguments: JSON.stringify(input),
});

const pictureFacts = ({ name, mime, width, height, bytes }: Attachment) => ({
  name,
  type: mime.replace('image/', '').toUpperCase(),
  width,
  height,
  kilobytes: Math.max(1, Math.round(bytes / 1024)),
});

function answer(situation: Situation, guide: GuideIndex, say: Phrases): SaidPart[] {
  const question = [situation.text, ...translated(situation.text, say)].join(' ');
  const [best, ...others] = guide.search(question);
  const thought: SaidPart = {
    type: 'reasoning',
    text: say.thinkGuide(termsOf(question).join(', '), guide.size),
  };
  if (!best) return [thought, text(say.notInGuide, examples(say))];
  const more = others.slice(0, 3).map((section) => `- ${reference(section)}`);
  return [
    thought,
    text(
      `${say.guideSays(best.page)} ${reference(best)}`,
      shortened(best.markdown),
      more.length > 0 ? [say.alsoInGuide, '', ...more].join('\n') : null,
    ),
  ];
}

/** The guide's English words for what a question in another language asks about. */
function translated(question: string, say: Phrases): string[] {
  const words = wordsOf(question);
  const hits = say.lexicon.filter(([stem]) =>
    words.some((word) => (/\p{Script=Thai}/u.test(stem) ? word.includes(stem) : word.startsWith(stem))),
  );
  return hits.map(([, english]) => english);
}

const reference = ({ slug, heading }: GuideSection): string => `[${heading}](#guide/${slug})`;

function shortened(markdown: string): string {
  if (markdown.length <= longestSection) return markdown;
  const cut = beginningOf(markdown, longestSection);
  return `${cut.slice(0, Math.max(cut.lastIndexOf('\n\n'), 200))}\n\n…`;
}

function afterTools({ results }: Situation, say: Phrases): SaidPart[] {
  return [text(...results.flatMap((result) => afterTool(result, say)))];
}

function afterTool(result: ToolResult, say: Phrases): string[] {
  const content = textOf(result.parts);
  if (result.failed) return [say.toolFailed(result.name), quoted(content)];
  if (result.name === 'read_attachment' && content !== '') return aboutText(content, say);
  if (result.name !== 'search_workspace') return [say.toolSaid(result.name), quoted(content)];
  const found = content.split('\n').filter((line) => /^\d+\. /.test(line)).length;
  return found === 0 ? [say.foundNothing] : [say.found(found), quoted(content)];
}

function aboutText(content: string, say: Phrases): string[] {
  // The tool puts the place in the file before the text, and what to ask for next behind it.
  const body = content.replace(/^\[[^\n]*\]\n/, '').replace(/\n\[[^\n]*\]$/, '');
  const facts = { lines: body.split('\n').length, words: wordsOf(body).length, characters: [...body].length };
  return [say.fileRead(facts), quoted(body)];
}

/** Foreign text, as it is: in a fence longer than any in it. */
function quoted(content: string): string {
  const shown = beginningOf(content, longestExcerpt);
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${shown}${shown.length < content.length ? '\n…' : ''}\n${fence}`;
}
