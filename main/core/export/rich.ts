/** Markdown as it was understood: what the writers of documents make theirs of. Holds no HTML. */
export type Block =
  | { kind: 'paragraph'; inlines: Inline[] }
  /** `level`: 1 to 6, as it was written. */
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'code'; code: string; language: string }
  | { kind: 'quote'; blocks: Block[] }
  /** `start`: the first number of an ordered list; null for bullets. */
  | { kind: 'list'; start: number | null; items: ListItem[] }
  | { kind: 'table'; align: Align[]; header: Inline[][]; rows: Inline[][][] }
  | { kind: 'math'; tex: string }
  | { kind: 'rule' }
  /** Text as it was typed, with its line ends and spaces. */
  | { kind: 'plain'; text: string };

export interface ListItem {
  /** Null where it is no task. */
  done: boolean | null;
  blocks: Block[];
}

export type Align = 'left' | 'center' | 'right' | null;

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em' | 'del'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  /** `href`: http, https or mailto only. */
  | { kind: 'link'; href: string; inlines: Inline[] }
  /** A picture at an address, which is never fetched. `href` is null for an address that is no link either. */
  | { kind: 'picture'; href: string | null; alt: string }
  | { kind: 'math'; tex: string };

/** The address where it is one that may be opened; null for scripts, data, files and relative ones. */
export function safeAddress(href: string): string | null {
  if (href.length > 4000 || !/^(https?:\/\/|mailto:)/i.test(href.trim())) return null;
  // What a browser would strip or refuse makes it another address than the one that is read.
  return /[\s<>"\\^`{|}]|\p{Cc}/u.test(href.trim()) ? null : href.trim();
}
