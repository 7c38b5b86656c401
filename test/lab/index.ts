export { FAULT_NAMES, type FaultName } from './faults.ts';
export { type Lab, type PriceRequest, startLab } from './lab.ts';
export type { LocalKind } from './local/runtime.ts';
export { localModel } from './models.ts';
export type { Price } from './price.ts';
export { hashKey } from './record.ts';
export { call, hold, reasoning, redacted, text, tokens } from './script.ts';
