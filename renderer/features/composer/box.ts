import { createStore, type StoreApi } from 'zustand';
import type { Attachment, BridgeError, DraftContent, Reader } from '#contract';
import { maxAttachmentBytes } from '#contract/limits.ts';
import { call, toBridgeError } from '../../bridge/call.ts';
import { DraftKeeper, type Wait } from './draft-keeper.ts';

/** A file in the composer: on its way into the workspace, there, or refused. */
export interface ComposerFile {
  key: number;
  name: string;
  kind: Attachment['kind'];
  /** Size in bytes. */
  bytes: number;
  /** Absent until it is stored. */
  attachment?: Attachment;
  error?: BridgeError;
}

/** Why something was not sent, or not attached. */
export type ComposerProblem =
  | { kind: 'failure'; error: BridgeError }
  | { kind: 'unknownCommand'; typed: string; nearest: string }
  /** `/shake` was given a word that it does not know. */
  | { kind: 'shakeWord'; typed: string }
  /** `/context` was given the name of nobody in this conversation. */
  | { kind: 'unknownAgent'; typed: string; name: string }
  /** `/agent` was given the name of no agent. */
  | { kind: 'noAgent'; typed: string }
  /** The answer before is still being written. */
  | { kind: 'writing' }
  /** A file is still being stored. */
  | { kind: 'storing' }
  | { kind: 'tooMany' }
  | { kind: 'folder' };

export interface ComposerState {
  text: string;
  files: readonly ComposerFile[];
  problem: ComposerProblem | null;
  /** The choice of models is open: what was typed in it, and the message that shall be answered again, if any. */
  picker: { query: string; again: string | null } | null;
  /** Models that answer the next message beside each other; empty: the one that is chosen. */
  several: readonly Reader[];
}

/** Most files of one message, as the contract has it. */
const mostFiles = 50;
/** Most models that answer one message, as the contract has it. */
const mostModels = 6;

/** What is being written in one conversation. Survives a switch, a restart and a failed send. */
export class ComposerBox {
  readonly conversationId: string;
  readonly store: StoreApi<ComposerState> = createStore<ComposerState>(() => ({
    text: '',
    files: [],
    problem: null,
    picker: null,
    several: [],
  }));
  readonly #drafts: DraftKeeper;
  #keys = 0;
  /** Something was written before the stored draft arrived: it must not be put over that. */
  #touched = false;

  constructor(conversationId: string, wait?: Wait) {
    this.conversationId = conversationId;
    this.#drafts = new DraftKeeper(conversationId, () => this.content(), wait);
  }

  /** Fetches the stored draft. */
  async open(): Promise<void> {
    try {
      const draft = await call('drafts.get', { conversationId: this.conversationId });
      if (draft && !this.#touched) this.#show(draft);
    } catch (caught) {
      this.#fail(caught);
    }
  }

  /** Saves what was not saved yet. Call it before the box is left. */
  flush(): void {
    this.#drafts.flush().catch((caught: unknown) => this.#fail(caught));
  }

  setText(text: string): void {
    this.store.setState({ text, problem: null });
    this.#changed();
  }

  /** What would be sent now: files that are not stored are left out. */
  content(): DraftContent {
    const { text, files } = this.store.getState();
    return { text, attachments: files.flatMap(({ attachment }) => (attachment ? [attachment] : [])) };
  }

  /** Stores files from a drop or a paste. */
  async add(files: readonly File[]): Promise<void> {
    await Promise.all(this.#room(files).map((file) => this.#store(file)));
  }

  /** Lets the user choose files in the system's dialog. */
  async pick(): Promise<void> {
    try {
      const attachments = await call('attachments.pick', {});
      const files = this.#room(attachments).map((attachment) => this.#stored(attachment));
      this.store.setState((state) => ({ files: [...state.files, ...files] }));
      if (files.length > 0) this.#changed();
    } catch (caught) {
      this.#fail(caught);
    }
  }

  remove(key: number): void {
    this.store.setState(({ files }) => ({ files: files.filter((file) => file.key !== key), problem: null }));
    this.#changed();
  }

  setProblem(problem: ComposerProblem | null): void {
    this.store.setState({ problem });
  }

  openPicker(query = '', again: string | null = null): void {
    this.store.setState({ picker: { query, again } });
  }

  setQuery(query: string): void {
    this.store.setState(({ picker }) => ({ picker: picker && { ...picker, query } }));
  }

  /** Takes a model in among those that answer the next message, or out again. */
  toggle(reader: Reader): void {
    this.store.setState(({ several }) => {
      const others = several.filter((other) => !isSameReader(other, reader));
      return { several: others.length < several.length ? others : [...several, reader].slice(-mostModels) };
    });
  }

  /** @param readers empty: the one that is chosen */
  askSeveral(readers: readonly Reader[]): void {
    this.store.setState({ several: readers });
  }

  closePicker(): void {
    this.store.setState({ picker: null });
  }

  /**
   * Empties the box and sends what was in it. Where sending fails the words are put back, before whatever was
   * written meanwhile.
   *
   * @param content what to send; the words in it may differ from those in the box
   */
  async send(content: DraftContent, onSend: (content: DraftContent) => Promise<void>): Promise<void> {
    const before = this.content();
    // A file that was refused stays, so that nobody believes it was sent.
    this.store.setState(({ files }) => ({
      text: '',
      files: files.filter((file) => file.error),
      problem: null,
    }));
    this.#drafts.hold();
    try {
      await onSend(content);
    } catch (caught) {
      this.#putBack(before);
      this.#fail(caught);
    }
    await this.#drafts.save().catch((caught: unknown) => this.#fail(caught));
  }

  #putBack(content: DraftContent): void {
    this.store.setState(({ text, files }) => ({
      text: [content.text, text].filter((words) => words !== '').join('\n\n'),
      files: [...content.attachments.map((attachment) => this.#stored(attachment)), ...files],
    }));
  }

  #show({ text, attachments }: DraftContent): void {
    this.store.setState({ text, files: attachments.map((attachment) => this.#stored(attachment)) });
  }

  #stored(attachment: Attachment): ComposerFile {
    const { name, kind, bytes } = attachment;
    this.#keys += 1;
    return { key: this.#keys, name, kind, bytes, attachment };
  }

  async #store(file: File): Promise<void> {
    this.#keys += 1;
    const key = this.#keys;
    const kind = file.type.startsWith('image/') ? 'image' : file.type.startsWith('text/') ? 'text' : 'file';
    const waiting: ComposerFile = { key, name: file.name, kind, bytes: file.size };
    this.store.setState(({ files }) => ({ files: [...files, waiting] }));
    this.#touched = true;
    try {
      if (file.size > maxAttachmentBytes) {
        this.#replace(key, { error: { code: 'attachment_too_large', message: `${file.size} bytes` } });
        return;
      }
      const bytes = new Uint8Array(await file.arrayBuffer());
      const attachment = await call('attachments.add', { name: file.name.slice(-255) || 'file', bytes });
      this.#replace(key, {
        attachment,
        name: attachment.name,
        kind: attachment.kind,
        bytes: attachment.bytes,
      });
      this.#changed();
    } catch (caught) {
      this.#replace(key, { error: toBridgeError(caught) });
    }
  }

  #replace(key: number, fields: Partial<ComposerFile>): void {
    this.store.setState(({ files }) => ({
      files: files.map((file) => (file.key === key ? { ...file, ...fields } : file)),
    }));
  }

  /** As many as still fit. */
  #room<Item>(items: readonly Item[]): readonly Item[] {
    const room = mostFiles - this.store.getState().files.length;
    this.store.setState({ problem: items.length > room ? { kind: 'tooMany' } : null });
    return items.slice(0, Math.max(0, room));
  }

  #changed(): void {
    this.#touched = true;
    this.#drafts.changed();
  }

  #fail(caught: unknown): void {
    this.store.setState({ problem: { kind: 'failure', error: toBridgeError(caught) } });
  }
}

/** Whether two readers are the same model on the same route. */
function isSameReader(left: Reader | null, right: Reader | null): boolean {
  return left?.routeId === right?.routeId && left?.modelId === right?.modelId;
}
