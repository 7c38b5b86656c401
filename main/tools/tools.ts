import type { ToolSpec } from '#core/context/view.ts';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import type { ToolCall, ToolContext, ToolSource } from '../run/ports.ts';
import { beginningOf } from '../text.ts';
import { failure, type PreparedCall, type Tool, type ToolOutput } from './tool.ts';

export interface ToolsOptions {
  tools: readonly Tool[];
  schedule: Schedule;
  /** Longest time that a tool may take, in milliseconds. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
/** Longest text of one result, in characters: a result must not fill a window by itself. */
export const longestResult = 60_000;

/** The registry of tools: checks a call, runs it, and turns every failure into a result for the model. */
export class Tools implements ToolSource {
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #specs: readonly ToolSpec[];
  readonly #options: ToolsOptions;

  constructor(options: ToolsOptions) {
    this.#options = options;
    this.#tools = new Map(options.tools.map((tool) => [tool.spec.name, tool]));
    this.#specs = options.tools.map((tool) => tool.spec);
  }

  /** Specifications of the named tools, in the registry's order: the same names make the same bytes. */
  specs(names: readonly string[]): ToolSpec[] {
    return this.#specs.filter((spec) => names.includes(spec.name));
  }

  /** Runs one call. Only an abort rejects, with the signal's reason. */
  async run(call: ToolCall, context: ToolContext): Promise<ToolResult> {
    const output = await this.#output(call, context);
    const { parts, failed, eventful } = output;
    return { callId: call.id, name: call.name, parts: bounded(parts), failed, eventful: eventful || failed };
  }

  async #output(call: ToolCall, context: ToolContext): Promise<ToolOutput> {
    const tool = this.#tools.get(call.name);
    if (!tool) return failure(`There is no tool named ${call.name}.`);
    const prepared = prepare(tool, call.arguments);
    if ('problem' in prepared)
      return failure(`${prepared.problem}\nCall ${call.name} again with a JSON object that does.`);
    try {
      return await this.#inTime(prepared, context);
    } catch (error) {
      context.signal.throwIfAborted();
      return failure(`${call.name} failed: ${messageOf(error)}`);
    }
  }

  /** Runs a tool until it is done, too late, or the turn is stopped. */
  async #inTime(call: PreparedCall, context: ToolContext): Promise<ToolOutput> {
    const { schedule, timeoutMs = defaultTimeoutMs } = this.#options;
    const controller = new AbortController();
    const stop = () => controller.abort(context.signal.reason);
    context.signal.throwIfAborted();
    context.signal.addEventListener('abort', stop, { once: true });
    const late = `it took longer than ${Math.round(timeoutMs / 1000)} seconds (${call.title})`;
    const disarm = schedule(timeoutMs, () => controller.abort(new Error(late)));
    try {
      const ended = new Promise<never>((_, reject) => {
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
      });
      return await Promise.race([call.run({ ...context, signal: controller.signal }), ended]);
    } finally {
      disarm();
      context.signal.removeEventListener('abort', stop);
    }
  }
}

function prepare(tool: Tool, raw: string): PreparedCall | { problem: string } {
  try {
    return tool.prepare(raw.trim() === '' ? {} : JSON.parse(raw));
  } catch (error) {
    return { problem: `The arguments are not valid JSON: ${messageOf(error)}.` };
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof BoughError && error.code === 'attachment_missing')
    return 'the file is no longer there';
  return error instanceof Error ? error.message : String(error);
};

function bounded(parts: ToolOutput['parts']): ToolOutput['parts'] {
  let left = longestResult;
  return parts.map((part) => {
    if (part.type !== 'text') return part;
    const text = beginningOf(part.text, left);
    left -= text.length;
    const cut = part.text.length - text.length;
    return cut > 0 ? { type: 'text', text: `${text}\n[${cut} more characters left out]` } : part;
  });
}
