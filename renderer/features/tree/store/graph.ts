import { createStore, type StoreApi } from 'zustand';
import type { BranchGauge, Conversation, Excerpt, Mark, Message } from '#contract';
import { call, toBridgeError } from '../../../bridge/call.ts';
import { onEvent } from '../../../bridge/events.ts';
import { reportError } from '../../../bridge/report.ts';
import { layOut, type Metrics } from '../model/layout.ts';
import { type Tree, treeOf, withMessage, withStatus, withTip } from '../model/tree.ts';
import { OnDemand } from './on-demand.ts';
import { type Drawing, type GraphState, initialState } from './state.ts';

/** The tree is in sight before anybody counts what its branches would cost, in ms. */
const gaugesWait = 250;
/** Characters of a message that its label may need. */
const labelLength = 90;

/** One conversation's tree on the canvas: read once without texts, and kept true to what main tells. */
export class Graph {
  readonly conversationId: string;
  readonly store: StoreApi<GraphState> = createStore<GraphState>(() => initialState);
  readonly excerpts: OnDemand<Excerpt>;
  readonly gauges: OnDemand<BranchGauge>;
  readonly #metrics: Metrics;
  #ends: (() => void)[] = [];
  #reading: Promise<void> | null = null;
  #stale = false;
  #reader = '';

  constructor(conversationId: string, metrics: Metrics) {
    this.conversationId = conversationId;
    this.#metrics = metrics;
    this.excerpts = new OnDemand(async (ids) => {
      const found = await call('branches.excerpts', { conversationId, ids, length: labelLength });
      return found.map((excerpt) => [excerpt.id, excerpt]);
    });
    this.gauges = new OnDemand(async (leafIds) => {
      const { gauges } = await call('branches.gauges', { conversationId, leafIds });
      return gauges.map((gauge) => [gauge.leafId, gauge]);
    }, gaugesWait);
  }

  /** Listens, then reads the tree and its marks. */
  async open(): Promise<void> {
    this.close();
    this.#ends = [
      onEvent('message', ({ message }) => this.#onMessage(message)),
      onEvent('conversation', ({ conversation }) => this.#onConversation(conversation)),
      onEvent('gauge', ({ gauge }) => {
        if (gauge.conversationId === this.conversationId) this.gauges.set(gauge.leafId, gauge);
      }),
      onEvent('branches', ({ conversationId, what }) => {
        if (conversationId !== this.conversationId) return;
        if (what === 'marks') void this.#readMarks().catch(reportError);
        else this.#readAgain();
      }),
    ];
    this.store.setState({ phase: 'loading', failure: null });
    try {
      await Promise.all([this.#readTree(), this.#readMarks()]);
      this.store.setState({ phase: 'ready' });
    } catch (caught) {
      this.store.setState({ phase: 'failed', failure: toBridgeError(caught) });
    }
  }

  close(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
  }

  /** Where the keys and the card below the canvas go; wherever the pointer rests, the card is about that now. */
  focus(id: string): void {
    this.store.setState({ focusId: id, hoverId: null });
  }

  /** Opens a folded run, or closes an open one, by the id of its first message. */
  toggleRun(firstId: string): void {
    const opened = new Set(this.store.getState().opened);
    if (!opened.delete(firstId)) opened.add(firstId);
    this.#draw({ opened });
  }

  /** Opens the run that a message is folded into, so that it is to be seen. */
  uncover(id: string): void {
    const { drawing, opened } = this.store.getState();
    const place = drawing?.tree.placeOf.get(id);
    if (!drawing || place === undefined) return;
    const item = drawing.layout.items[drawing.layout.itemOf[place] ?? 0];
    if (item?.kind !== 'run') return;
    this.#draw({ opened: new Set(opened).add(drawing.tree.ids[item.first] ?? '') });
  }

  /** Lights up the messages that hold a text. */
  async search(query: string): Promise<void> {
    this.store.setState({ query });
    if (query.trim() === '') return this.store.setState({ found: null, lit: new Set() });
    const { conversationId } = this;
    try {
      const ids = await call('branches.find', { conversationId, text: query.trim() });
      const { query: newest, drawing } = this.store.getState();
      if (newest !== query) return;
      const found = ids.filter((id) => drawing?.tree.placeOf.has(id));
      this.store.setState({ found, lit: litBy(found, drawing) });
    } catch (caught) {
      reportError(caught);
    }
  }

  async #readTree(): Promise<void> {
    const skeleton = await call('tree.skeleton', { conversationId: this.conversationId });
    this.#setTree(treeOf(skeleton));
  }

  async #readMarks(): Promise<void> {
    const marks = await call('branches.marks', { conversationId: this.conversationId });
    this.#marks = marks;
    this.#draw({});
  }

  #marks: readonly Mark[] = [];

  /** Reads the tree again; what changes meanwhile is read after that, once. */
  #readAgain(): void {
    this.#stale = true;
    this.#reading ??= this.#readWhileStale().finally(() => {
      this.#reading = null;
    });
  }

  async #readWhileStale(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      await this.#readTree().catch(reportError);
    }
  }

  #onMessage(message: Message): void {
    if (message.conversationId !== this.conversationId) return;
    if (message.status !== 'streaming') this.excerpts.forget(message.id);
    const tree = this.store.getState().drawing?.tree;
    if (!tree) return;
    const next = tree.placeOf.has(message.id) ? withStatus(tree, message) : withMessage(tree, message);
    if (next) this.#setTree(next);
    else this.#readAgain();
  }

  #onConversation(conversation: Conversation): void {
    if (conversation.id !== this.conversationId) return;
    const reader = JSON.stringify(conversation.reader);
    if (this.#reader !== reader && this.#reader !== '') this.gauges.forgetAll();
    this.#reader = reader;
    const tree = this.store.getState().drawing?.tree;
    if (!tree) return;
    const { tipId } = conversation;
    if (!tree.placeOf.has(tipId)) {
      this.#readAgain();
      return;
    }
    // Who stands on the marker goes with it.
    if (tipId !== tree.ids[tree.tip] && this.store.getState().focusId === tree.ids[tree.tip])
      this.focus(tipId);
    this.#setTree(withTip(tree, tipId));
  }

  #setTree(tree: Tree): void {
    if (tree !== this.store.getState().drawing?.tree) this.#draw({ tree });
  }

  #draw(change: { tree?: Tree; opened?: ReadonlySet<string> }): void {
    const state = this.store.getState();
    const tree = change.tree ?? state.drawing?.tree;
    const opened = change.opened ?? state.opened;
    if (!tree) return;
    const marks = new Map<number, Mark[]>();
    for (const mark of this.#marks) {
      const place = tree.placeOf.get(mark.messageId);
      if (place !== undefined) marks.set(place, [...(marks.get(place) ?? []), mark]);
    }
    const pinned = new Set([...marks.keys(), ...tree.forks.keys()]);
    const drawing = { tree, layout: layOut(tree, opened, pinned, this.#metrics) };
    const lit = litBy(state.found ?? [], drawing);
    this.store.setState({
      drawing,
      marks,
      opened,
      lit,
      focusId: state.focusId ?? tree.ids[tree.tip] ?? null,
    });
  }
}

function litBy(found: readonly string[], drawing: Drawing | null): ReadonlySet<number> {
  const places = found.map((id) => drawing?.tree.placeOf.get(id) ?? 0);
  return new Set(places.map((place) => drawing?.layout.itemOf[place] ?? 0));
}
