import type { z } from 'zod';

/** One method of the bridge: a schema for what comes in (untrusted), a type for what goes out. */
export interface Method<Input extends z.ZodType, Output> {
  input: Input;
  /** Type only: holds nothing at run time. */
  readonly output?: Output;
}

/**
 * Declares a method. Written in two calls so that the input type is inferred and only the output is named:
 * `method<Message>()(z.object({ id: idSchema }))`.
 */
export function method<Output>() {
  return <Input extends z.ZodType>(input: Input): Method<Input, Output> => ({ input });
}
