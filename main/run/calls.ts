import type { ToolResult } from '#core/transcript/types.ts';
import { abortable } from './abortable.ts';
import type { ToolCall, ToolContext, ToolSource } from './ports.ts';

export interface CallOptions {
  tools: ToolSource;
  /** Names that this agent was told of. */
  known: ReadonlySet<string>;
  context: ToolContext;
  now(): number;
  /** Told of each result as it comes. */
  onResult(result: ToolResult, milliseconds: number): void;
}

/**
 * Runs all calls of one step at the same time.
 *
 * @returns one result for each call, in the order of the calls; rejects only when the turn is stopped
 */
export function runCalls(calls: readonly ToolCall[], options: CallOptions): Promise<ToolResult[]> {
  const { tools, known, context, now, onResult } = options;
  return Promise.all(
    calls.map(async (call) => {
      const started = now();
      const running = known.has(call.name)
        ? tools.run(call, context)
        : Promise.resolve(unknownTool(call, known));
      const result = await abortable(running, context.signal);
      onResult(result, Math.max(0, now() - started));
      return result;
    }),
  );
}

function unknownTool(call: ToolCall, known: ReadonlySet<string>): ToolResult {
  const names = known.size > 0 ? `These exist: ${[...known].join(', ')}.` : 'There are no tools.';
  return {
    callId: call.id,
    name: call.name,
    parts: [{ type: 'text', text: `There is no tool named ${call.name}. ${names}` }],
    failed: true,
    eventful: true,
  };
}
