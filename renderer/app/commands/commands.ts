import { useEffect, useRef } from 'react';
import type { AppCommand } from '#contract';

/** What shortcuts, the native menu and buttons can ask for, whichever part of the app answers. */
export type Command = AppCommand | 'focusSearch' | 'focusComposer';

type Handler = () => void;

const handlers = new Map<Command, Handler[]>();
/** Those that wait for the part that answers: it may be about to appear. */
const patient: readonly Command[] = ['focusSearch', 'focusComposer'];
let waiting: Command | null = null;

/** Asks for a command. */
export function runCommand(command: Command): void {
  const handler = handlers.get(command)?.at(-1);
  waiting = !handler && patient.includes(command) ? command : null;
  handler?.();
}

/** Answers a command. The last to register wins. Returns the function that ends it. */
export function answerCommand(command: Command, handler: Handler): () => void {
  handlers.set(command, [...(handlers.get(command) ?? []), handler]);
  if (waiting === command) runCommand(command);
  return () => {
    handlers.set(
      command,
      (handlers.get(command) ?? []).filter((other) => other !== handler),
    );
  };
}

/** Answers a command for the life of a component. */
export function useCommand(command: Command, handler: Handler): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => answerCommand(command, () => newest.current()), [command]);
}
