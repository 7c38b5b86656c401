import type { Attachment, ExportOptions, Message } from '#contract';
import type { Branch } from './outline.ts';
import type { ExportWords } from './words.ts';

/** What stands above a document. */
export interface DocumentHead {
  title: string;
  conversationId: string;
  createdAt: number;
  updatedAt: number;
  exportedAt: number;
  /** Version of the app. */
  app: string;
  /** Names, in the order they first wrote. */
  agents: string[];
  /** As they were asked, in order. */
  models: string[];
  messages: number;
  /** More than one only where the whole tree is written. */
  branches: DocumentBranch[];
}

/** A branch with what the map of branches says of it. */
export interface DocumentBranch extends Branch {
  /** Its name, or its first words. */
  name: string;
  /** Number in the document of the message that it continues from; null where it begins anew. */
  fromNumber: number | null;
  /** Number in the document of its first message. */
  firstNumber: number;
  current: boolean;
}

/** A message with where it stands in the document. */
export interface DocumentMessage {
  message: Message;
  /** Counted from 1 through the whole document. */
  number: number;
  /** Who wrote it. */
  name: string;
}

/** A picture of a page that stands for a part of the branch. */
export interface DocumentPage {
  hash: string;
  width: number;
  height: number;
}

/** The snapshot pages of one fold. */
export interface DocumentFold {
  from: number;
  to: number;
  pages: DocumentPage[];
}

/** How a document speaks, and what it holds. */
export interface DocumentStyle {
  words: ExportWords;
  options: ExportOptions;
  /** A date and time as people read it. */
  date(time: number): string;
}

/** A picture that was made for a document. */
export interface FittedPicture {
  mime: string;
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The bytes that belong to a document. */
export interface DocumentFiles {
  /** Null where the workspace has lost them. */
  attachment(attachment: Attachment): Promise<Uint8Array | null>;
  /** A picture as PNG or JPEG, no larger than asked; null where it cannot be had. Pixels a side, bytes of the file. */
  fitted(attachment: Attachment, most: { side: number; bytes: number }): Promise<FittedPicture | null>;
  page(page: DocumentPage): Promise<Uint8Array | null>;
  /** Whether the bytes are there, without reading them. */
  has(attachment: Attachment): Promise<boolean>;
}

/** Writes one conversation as a document, message by message. */
export interface DocumentWriter {
  begin(head: DocumentHead): Promise<void>;
  /** Before the messages of a branch; not called where there is only one. */
  branch(branch: DocumentBranch): Promise<void>;
  message(message: DocumentMessage): Promise<void>;
  fold(fold: DocumentFold): Promise<void>;
  end(): Promise<void>;
}

/** Lines of a folded result that are shown where nothing can be opened. */
const shownLines = 8;

/** The beginning of a long text, and how many lines of it are left out. */
export function beginningOf(text: string): { text: string; more: number } {
  const lines = text.split('\n');
  if (lines.length <= shownLines + 1) return { text, more: 0 };
  return { text: lines.slice(0, shownLines).join('\n'), more: lines.length - shownLines };
}

/** The arguments of a call as people read them: JSON with indents where it is JSON. */
export function readableInput(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), undefined, 2);
  } catch {
    // The model's own words, which need not be JSON.
    return input;
  }
}

/** A model's id as people know it: without the app's own name of the route to it. What was imported has none. */
export function modelName(model: string): string {
  return model.replace(/^(?:practice|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//, '');
}
