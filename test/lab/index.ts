export type { Outcome, Pace } from './chunking.ts';
export { FAULT_NAMES, type FaultName } from './faults.ts';
export type { Gate } from './gate.ts';
export { type Endpoint, type Lab, type LabOptions, startLab } from './lab.ts';
export type { InstalledModel, LocalKind, LocalOptions, LocalRuntime } from './local/runtime.ts';
export { ANTHROPIC_MODELS, COMPATIBLE_MODELS, type LabModel, localModel, OPENAI_MODELS } from './models.ts';
export { type Expectation, hashKey, type LabRequest, summary, type Verdict } from './record.ts';
export {
  call,
  type FaultOrder,
  hold,
  reasoning,
  redacted,
  type Script,
  type ScriptPart,
  type Target,
  text,
  tokens,
} from './script.ts';
export { countText } from './tokens.ts';
export type { RefusalKind, StopReason, Usage, WireName } from './types.ts';
