import { isFaultName } from './faults.ts';
import type { Gate } from './gate.ts';
import { call, hold, reasoning, redacted, type Script, type ScriptPart, text, tokens } from './script.ts';
import type { StopReason, TurnView } from './types.ts';

const DIRECTIVE = /\[\[lab:\s*([a-z-]+)\s*([\s\S]*?)\]\]/g;
const STOPS: readonly StopReason[] = ['end', 'length', 'filter', 'refusal', 'stop-sequence', 'window'];
const SLOW_GAP_MS = 30;

/** What directives need from the lab. */
export interface DirectiveHost {
  gate(name: string): Gate;
  /** Counts how often this directive has been met in this place, starting at 1. */
  met(place: string): number;
}

/** A text without the directives in it. */
export const withoutDirectives = (value: string) => value.replace(DIRECTIVE, '').trim();

/**
 * The answer that the newest user message asks for in-band, or undefined. `tool` and `fail` are steps of the
 * turn, in order; everything else describes the text answer that ends it. Throws on a directive it does not
 * know: a test with a typing error must not pass for the wrong reason.
 */
export function readDirectives(turn: TurnView, place: string, host: DirectiveHost): Script | undefined {
  const found = [...turn.text.matchAll(DIRECTIVE)].map((match) => ({
    name: match[1] ?? '',
    rest: (match[2] ?? '').trim(),
  }));
  if (found.length === 0) return undefined;
  const calls: ScriptPart[][] = [];
  for (const { name, rest } of found) {
    if (name === 'tool') calls.push([readCall(rest)]);
    if (name === 'also-tool') calls.at(-1)?.push(readCall(rest));
    if (name === 'fail' && calls.length === turn.step) {
      const failing = readFailure(rest, place, host);
      if (failing) return failing;
    }
  }
  const parts = calls[turn.step];
  return parts ? { parts, stop: 'calls' } : readAnswer(found, host);
}

function readAnswer(found: readonly { name: string; rest: string }[], host: DirectiveHost): Script {
  const parts: ScriptPart[] = [];
  let script: Script = {};
  for (const { name, rest } of found) {
    const [first = '', ...others] = rest.split(/\s+/);
    if (name === 'tool' || name === 'also-tool' || name === 'fail') continue;
    else if (name === 'slow') script = { ...script, pace: { gapMs: Number(first || SLOW_GAP_MS) } };
    else if (name === 'small' || name === 'large')
      script = { ...script, pace: { ...script.pace, deltas: name } };
    else if (name === 'tokens') parts.push(tokens(positive(name, first)));
    else if (name === 'say') parts.push(text(rest));
    else if (name === 'reason') parts.push(reasoning(rest || 'Let me think about this step by step.'));
    else if (name === 'redacted') parts.push(redacted(rest));
    else if (name === 'hold') parts.push(text('Before the gate. '), hold(host.gate(first || 'hold')));
    else if (name === 'stop') script = { ...script, stop: stopReason(first) };
    else throw new Error(`The lab knows no directive "${[name, first, ...others].join(' ').trim()}".`);
  }
  return parts.length > 0 ? { ...script, parts: withText(parts) } : script;
}

// Reasoning and gates alone are no answer.
function withText(parts: readonly ScriptPart[]): readonly ScriptPart[] {
  const last = parts.at(-1);
  return last?.type === 'text' || last?.type === 'tokens' ? parts : [...parts, text('That is the answer.')];
}

function readCall(rest: string): ScriptPart {
  const [, name, args] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? [];
  if (name === undefined) throw new Error('The directive "tool" needs the name of a tool.');
  return call(name, args || '{}');
}

function readFailure(rest: string, place: string, host: DirectiveHost): Script | undefined {
  const [name = '', times] = rest.split(/\s+/);
  if (!isFaultName(name)) throw new Error(`The lab knows no failure "${name}".`);
  if (times !== undefined && host.met(`${place} ${name}`) > positive('fail', times)) return undefined;
  return { fault: name };
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`The directive "${name}" needs a count.`);
  return number;
}

function stopReason(value: string): StopReason {
  const stop = STOPS.find((known) => known === value);
  if (stop === undefined) throw new Error(`The lab knows no stop reason "${value}".`);
  return stop;
}
