import type { z } from 'zod';
import { agentMethods } from './agents.ts';
import { appMethods } from './app.ts';
import { attachmentMethods } from './attachments.ts';
import { backupMethods } from './backup.ts';
import { branchMethods } from './branches.ts';
import { contextMethods } from './context.ts';
import { conversationMethods } from './conversations.ts';
import type { Method } from './define.ts';
import { draftMethods } from './drafts.ts';
import type { BridgeEvent } from './events.ts';
import { exportMethods } from './export.ts';
import { importMethods } from './import.ts';
import { providerMethods } from './providers.ts';
import type { Result } from './result.ts';
import { searchMethods } from './search.ts';
import { sideMethods } from './side.ts';
import { toolMethods } from './tools.ts';
import { treeMethods } from './tree.ts';
import { turnMethods } from './turns.ts';

/** The whole bridge: every method that the renderer can call, by name. */
export const contract = {
  ...agentMethods,
  ...appMethods,
  ...attachmentMethods,
  ...branchMethods,
  ...backupMethods,
  ...contextMethods,
  ...conversationMethods,
  ...draftMethods,
  ...exportMethods,
  ...importMethods,
  ...providerMethods,
  ...searchMethods,
  ...sideMethods,
  ...toolMethods,
  ...treeMethods,
  ...turnMethods,
};

export type Contract = typeof contract;
export type MethodName = keyof Contract;

/** What a caller passes: fields with a default may be left out. */
export type MethodInput<Name extends MethodName> = z.input<Contract[Name]['input']>;
/** What a handler receives after validation. */
export type MethodRequest<Name extends MethodName> = z.output<Contract[Name]['input']>;
export type MethodOutput<Name extends MethodName> =
  Contract[Name] extends Method<z.ZodType, infer Output> ? Output : never;

/** What `preload/index.ts` puts on `window.bough`, and what the test host injects in a browser. */
export interface BoughApi {
  call<Name extends MethodName>(method: Name, input: MethodInput<Name>): Promise<Result<MethodOutput<Name>>>;
  /** Returns the function that ends the subscription. */
  on(listener: (event: BridgeEvent) => void): () => void;
  /** Tells main that the last delta batch was painted. */
  acknowledge(): void;
}

export type * from './agents.ts';
export type * from './app.ts';
export type * from './attachments.ts';
export type * from './backup.ts';
export type * from './branches.ts';
export type * from './context.ts';
export type * from './conversations.ts';
export type * from './drafts.ts';
export type * from './events.ts';
export type * from './export.ts';
export type * from './import.ts';
export type * from './parts.ts';
export type * from './providers.ts';
export type * from './result.ts';
export type * from './search.ts';
export type * from './side.ts';
export type * from './tools.ts';
export type * from './tree.ts';
export type * from './turns.ts';
