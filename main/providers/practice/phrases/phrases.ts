/** What the practice assistant can say and understand in one language. */
export interface Phrases {
  /** Words that give the language away, in lower case. */
  markers: readonly string[];
  greetings: readonly string[];
  thanks: readonly string[];
  /** Beginnings of requests to search the workspace. */
  findVerbs: readonly string[];
  /** Beginnings of words that ask for a look at the formatting. */
  formatting: readonly string[];
  /** What follows the number in "write 2,000 words". */
  words: readonly string[];
  /** Beginnings of requests to be shown what branches are. */
  branchVerbs: readonly string[];
  /** Beginnings of requests to fill the memory, so that room has to be made. */
  fillVerbs: readonly string[];
  /** What goes on with that. */
  goOn: readonly string[];
  /** Words without meaning of their own in a question. */
  fillers: readonly string[];
  /** Beginnings of words, and what the guide, which is in English, calls it. */
  lexicon: readonly (readonly [stem: string, english: string])[];

  /** Said with the first answer of a conversation: what this is, and what it is not. */
  introduction: string;
  greeting: string;
  welcome: string;
  /** Questions that the guide answers, to try. */
  examples: readonly string[];
  tryThese: string;
  guideSays(page: string): string;
  alsoInGuide: string;
  notInGuide: string;
  picture(facts: PictureFacts): string;
  otherFile(name: string): string;
  willRead(name: string): string;
  fileRead(facts: FileFacts): string;
  fileUnreadable(name: string): string;
  willSearch(query: string): string;
  found(count: number): string;
  foundNothing: string;
  toolFailed(tool: string): string;
  toolSaid(tool: string): string;
  showcase: ShowcaseWords;
  longText(words: number): string;
  fill: FillWords;
  /** A walk through branches: what it is for, and its steps. */
  branches: { text: string; steps: readonly string[] };
  /** What long answers are made of. */
  sentences: readonly string[];
  thinkGuide(words: string, sections: number): string;
  thinkTool(tool: string): string;
  willRecall(id: string): string;
  /** Begins what stands for a summary: made by a rule, and not by an AI. */
  summaryByRule: string;
}

interface PictureFacts {
  name: string;
  type: string;
  width: number | undefined;
  height: number | undefined;
  kilobytes: number;
}

interface FileFacts {
  lines: number;
  words: number;
  characters: number;
}

interface FillWords {
  /** Begins each part, and tells it apart from everything else that is said. */
  title: string;
  /** What happens, and where to look. */
  text: string;
  /** How to get the next part. */
  next: string;
  /** Said once room was made. */
  made: string;
  /** What can be done now, in the words of the interface. */
  steps: readonly string[];
}

interface ShowcaseWords {
  title: string;
  text: string;
  table: string;
  columns: readonly [string, string, string];
  code: string;
  formula: string;
  list: string;
  items: readonly [string, string, string];
}
