import type { ToolSpec } from '#core/context/view.ts';
import type { Schedule } from '#core/environment.ts';
import { BoughError } from '#core/errors.ts';
import { type DeferredTool, describeTool } from '#core/tools/tool-index.ts';
import type { ToolResult } from '#core/transcript/types.ts';
import type { ToolCall, ToolContext, ToolSource } from '../run/ports.ts';
import { beginningOf } from '../text.ts';
import type { Approvals } from './approvals/approvals.ts';
import { asDeferred, deferredCallTool, searchToolsTool } from './deferred.ts';
import { failure, type PreparedCall, Refusal, type Tool, type ToolOutput } from './tool.ts';

export interface ToolsOptions {
  tools: readonly Tool[];
  /** Tools that come and go: those of servers. */
  more?: () => readonly Tool[];
  approvals: Approvals;
  schedule: Schedule;
  /** Longest time that a tool may take, in milliseconds. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
/** Longest text of one result, in characters: a result must not fill a window by itself. */
export const longestResult = 60_000;

/** The registry of tools: checks a call, runs it, and turns every failure into a result for the model. */
export class Tools implements ToolSource {
  readonly #own: readonly Tool[];
  readonly #options: ToolsOptions;

  constructor(options: ToolsOptions) {
    this.#options = options;
    const find = (name: string) => this.#find(name);
    this.#own = [...options.tools, searchToolsTool(() => this.deferred()), deferredCallTool(find)];
  }

  /** Every tool, the app's own first. */
  all(): readonly Tool[] {
    return [...this.#own, ...(this.#options.more?.() ?? [])];
  }

  /** Specifications of the named tools, in the registry's order: the same names make the same bytes. */
  specs(names: readonly string[]): ToolSpec[] {
    return this.all()
      .map(({ spec }) => spec)
      .filter(({ name }) => names.includes(name));
  }

  /** Every tool as it is found by its name. */
  deferred(): DeferredTool[] {
    return this.all().map(asDeferred);
  }

  #find(name: string): Tool | undefined {
    return this.all().find(({ spec }) => spec.name === name);
  }

  /** Runs one call. Only an abort rejects, with the signal's reason. */
  async run(call: ToolCall, context: ToolContext): Promise<ToolResult> {
    const output = await this.#output(call, context);
    const { parts, failed, eventful } = output;
    return { callId: call.id, name: call.name, parts: bounded(parts), failed, eventful: eventful || failed };
  }

  async #output(call: ToolCall, context: ToolContext): Promise<ToolOutput> {
    const tool = this.#find(call.name);
    if (!tool) return failure(`There is no tool named ${call.name}.`);
    const prepared = prepare(tool, call.arguments);
    if ('problem' in prepared) {
      // The schema of a tool that is not in the request is loaded as it is called.
      const schema = context.described.has(call.name) ? '' : `\n${describeTool(asDeferred(tool))}`;
      return failure(`${prepared.problem}\nCall ${call.name} again with a JSON object that does.${schema}`);
    }
    try {
      if (prepared.permission && !(await this.#isAllowed(call, prepared, context))) return failure(denied);
      return await this.#inTime(prepared, context);
    } catch (error) {
      context.signal.throwIfAborted();
      if (error instanceof Refusal) return failure(error.message);
      return failure(`${call.name} failed: ${messageOf(error)}`);
    }
  }

  /** The user's answer is waited for as long as the turn goes on. */
  async #isAllowed(call: ToolCall, prepared: PreparedCall, context: ToolContext): Promise<boolean> {
    const permission = await prepared.permission?.(context);
    if (!permission) return true;
    const { conversationId, agentName, lastWords, signal } = context;
    const why = permission.why === '' ? lastWords : permission.why;
    const asker = { conversationId, agentName, tool: call.name, signal };
    return (await this.#options.approvals.ask({ ...permission, why }, asker)) === 'allowed';
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

const denied =
  'The user did not allow this. Go on without it, and do not ask for it again unless they bring it up.';

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
