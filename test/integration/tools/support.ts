import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApprovalDecision, Attachment, BridgeEvent } from '#contract';
import type { Settings } from '../../../main/providers/route-store.ts';
import type { ToolContext } from '../../../main/run/ports.ts';
import { systemSchedule } from '../../../main/schedule.ts';
import { fileTypeOf } from '../../../main/storage/file-type.ts';
import { Approvals } from '../../../main/tools/approvals/approvals.ts';
import { Grants } from '../../../main/tools/approvals/grants.ts';
import { Places } from '../../../main/tools/files/places.ts';
import { readFileTool } from '../../../main/tools/files/read-file.ts';
import { writeFileTool } from '../../../main/tools/files/write-file.ts';
import type { Tool } from '../../../main/tools/tool.ts';
import { Tools } from '../../../main/tools/tools.ts';

/** Settings as the workspace keeps them: as JSON text. */
function memorySettings(): Settings & { text: Map<string, string> } {
  const text = new Map<string, string>();
  return {
    text,
    get: (key, schema, fallback) => {
      const value = text.get(key);
      return value === undefined ? fallback : schema.parse(JSON.parse(value));
    },
    set: (key, value) => text.set(key, JSON.stringify(value)),
  };
}

export interface Result {
  text: string;
  failed: boolean;
  eventful: boolean;
  parts: number;
}

/** Tools with everything around them but a conversation. Questions are answered by `answer`, and kept in `asked`. */
export class Bench {
  readonly folder: string;
  readonly given: string;
  readonly closed: string;
  readonly settings = memorySettings();
  readonly grants: Grants;
  readonly approvals: Approvals;
  readonly asked: { kind: string; place: string; why: string }[] = [];
  answer: ApprovalDecision | null = 'deny';
  readonly signal = new AbortController();
  tools: Tools;
  readonly #ids: () => string;

  private constructor(folder: string) {
    this.folder = folder;
    this.given = join(folder, 'given');
    this.closed = join(folder, 'app');
    let count = 0;
    this.#ids = () => `00000000-0000-7000-8000-${String(count++).padStart(12, '0')}`;
    const environment = { now: () => 1000, newId: this.#ids };
    this.grants = new Grants(this.settings, environment);
    const events = { publish: (event: BridgeEvent) => this.#answerQuestions(event) };
    this.approvals = new Approvals({ grants: this.grants, events, environment });
    const places = new Places({ forbidden: [this.closed], platform: process.platform });
    const addAttachment = async (name: string, bytes: Uint8Array): Promise<Attachment> => ({
      hash: 'a'.repeat(64),
      name,
      bytes: bytes.byteLength,
      ...fileTypeOf(bytes),
    });
    const kindOf = (bytes: Uint8Array) => fileTypeOf(bytes).kind;
    const { grants } = this;
    this.tools = this.with([
      readFileTool({ places, grants, addAttachment, kindOf }),
      writeFileTool({ places, grants, environment }),
    ]);
  }

  static async start(): Promise<Bench> {
    const bench = new Bench(await realpath(await mkdtemp(join(tmpdir(), 'bough-tools-'))));
    await mkdir(bench.given);
    await mkdir(bench.closed);
    return bench;
  }

  end(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  with(tools: readonly Tool[]): Tools {
    return new Tools({ tools, approvals: this.approvals, schedule: systemSchedule });
  }

  give(kind: 'read' | 'write', place = this.given, conversationId: string | null = null): void {
    this.grants.add({ kind, place, label: place, conversationId });
  }

  async call(name: string, args: unknown, more: Partial<ToolContext> = {}): Promise<Result> {
    const context: ToolContext = {
      conversationId: 'c1',
      messageId: 'm1',
      recall: async () => ({ kind: 'unknown' }),
      points: { mark: nothing, rewind: nothing },
      agentName: 'Sage',
      lastWords: 'I will look.',
      described: new Set([name]),
      signal: this.signal.signal,
      ...more,
    };
    const result = await this.tools.run({ id: 'call', name, arguments: JSON.stringify(args) }, context);
    const text = result.parts.map((part) => (part.type === 'text' ? part.text : `[${part.attachment.name}]`));
    const { failed, eventful } = result;
    return { text: text.join('\n'), failed, eventful, parts: result.parts.length };
  }

  #answerQuestions({ type }: BridgeEvent): void {
    if (type !== 'approvals') return;
    for (const { id, kind, place, why } of this.approvals.pending()) {
      this.asked.push({ kind, place, why });
      if (this.answer !== null) this.approvals.decide(id, this.answer);
    }
  }
}

const nothing = async () => ({ kind: 'goingBack' as const });
