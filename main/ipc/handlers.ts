import type { Contract, MethodName, MethodOutput, MethodRequest } from '#contract';

/** What serves one method: gets a validated request, answers or throws. */
export type Handler<Name extends MethodName> = (
  request: MethodRequest<Name>,
) => MethodOutput<Name> | Promise<MethodOutput<Name>>;

/** One handler for every method of a domain; a missing one does not compile. */
export type HandlersOf<Methods extends Partial<Contract>> = {
  [Name in keyof Methods & MethodName]: Handler<Name>;
};

/** One handler for every method of the bridge. */
export type Handlers = HandlersOf<Contract>;
