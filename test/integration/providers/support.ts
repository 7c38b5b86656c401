import type { Model, WireName } from '#contract';
import type { View, ViewMessage } from '#core/context/view.ts';
import type { SeenPart, ToolResult } from '#core/transcript/types.ts';
import { describeModel } from '../../../main/providers/catalogue.ts';
import type {
  ListedModel,
  Wire,
  WireEvent,
  WireRequest,
  WireResponse,
  WireTarget,
} from '../../../main/providers/wire.ts';
import { createWires } from '../../../main/providers/wires/index.ts';
import type { WireOptions } from '../../../main/providers/wires/session.ts';
import { systemSchedule } from '../../../main/schedule.ts';
import type { Lab } from '../../lab/index.ts';

let ids = 0;

/** Wires as the app builds them, on the network's own fetch. */
export function wires(more: Partial<WireOptions> = {}) {
  return createWires({
    fetch,
    schedule: systemSchedule,
    environment: { now: Date.now, newId: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, '0')}` },
    appVersion: '0.0.0-test',
    guide: async () => [],
    ...more,
  });
}

export type Mount = 'openai' | 'responses' | 'compatible' | 'anthropic' | 'google' | 'ollama';

const ollamas = new WeakMap<Lab, string>();

/** Starts an Ollama beside the lab, for the tests that ask it. */
export async function withOllama(lab: Lab): Promise<void> {
  const { url } = await lab.startLocal('ollama');
  ollamas.set(lab, url);
}

function addressOf(lab: Lab, mount: Mount): { baseURL: string; apiKey: string | null } {
  if (mount === 'ollama') return { baseURL: ollamas.get(lab) ?? '', apiKey: null };
  return lab[mount === 'responses' ? 'openai' : mount];
}

export function targetOf(
  lab: Lab,
  mount: Mount,
  key: string | null = addressOf(lab, mount).apiKey,
): WireTarget {
  const baseUrl = addressOf(lab, mount).baseURL;
  return { routeId: mount, preset: 'other', provider: 'The lab', baseUrl, key };
}

const wireNames = {
  anthropic: 'anthropic',
  openai: 'openai-chat',
  compatible: 'openai-chat',
  responses: 'openai-responses',
  google: 'google',
  ollama: 'ollama',
} as const satisfies Record<Mount, WireName>;

export const wireOf = (all: ReturnType<typeof wires>, mount: Mount): Wire => all[wireNames[mount]];

const lists = new WeakMap<Lab, Map<Mount, Promise<ListedModel[]>>>();

/** The list of a mount, asked for once. */
function listOf(lab: Lab, mount: Mount): Promise<ListedModel[]> {
  const known = lists.get(lab) ?? new Map<Mount, Promise<ListedModel[]>>();
  lists.set(lab, known);
  const list =
    known.get(mount) ?? wireOf(wires(), mount).models(targetOf(lab, mount), new AbortController().signal);
  known.set(mount, list);
  return list;
}

/** The models of a mount, as a route would describe them, with what the lab's plain OpenAI list does not tell. */
export async function modelOf(
  lab: Lab,
  mount: Mount,
  id: string,
  figures: Partial<Model> = {},
): Promise<Model> {
  const listed = await listOf(lab, mount);
  const found = listed.find((model) => model.id === id);
  if (!found) throw new Error(`The lab has no model ${id}`);
  return { ...describeModel(found), ...figures };
}

export const userText = (id: string, ...parts: (string | SeenPart)[]): ViewMessage => ({
  role: 'user',
  messageId: id,
  parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
});

export const agentSaid = (
  id: string,
  { said, native }: Pick<WireResponse, 'said' | 'native'>,
): ViewMessage => ({
  role: 'agent',
  messageId: id,
  said,
  native,
});

export const resultsOf = (
  id: string,
  response: WireResponse,
  answer: (name: string) => SeenPart[],
): ViewMessage => ({
  role: 'results',
  messageId: id,
  results: response.said.flatMap((part): ToolResult[] =>
    part.type === 'call'
      ? [{ callId: part.id, name: part.name, parts: answer(part.name), failed: false, eventful: false }]
      : [],
  ),
});

export const viewOf = (messages: ViewMessage[], more: Partial<View> = {}): View => ({
  system: 'You are a test.',
  tools: [],
  messages,
  ...more,
});

export const noAttachments = () => Promise.reject(new Error('no attachment was expected'));
export const noPages = () => Promise.reject(new Error('no page was expected'));

export interface Asked {
  events: WireEvent[];
  response: WireResponse;
}

/** Runs one request to its end. */
export async function ask(
  wire: Wire,
  request: Partial<WireRequest> & Pick<WireRequest, 'target' | 'model' | 'view'>,
): Promise<Asked> {
  const events: WireEvent[] = [];
  const { signal } = new AbortController();
  const full = { readAttachment: noAttachments, readPage: noPages, signal, ...request };
  for await (const event of wire.stream(full)) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'done') throw new Error('The stream did not end with done');
  return { events, response: last.response };
}

/** The text that the events made, for comparison with the response. */
export const streamed = (events: readonly WireEvent[], type: 'text' | 'reasoning'): string =>
  events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
