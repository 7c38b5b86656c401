import { isFold, type PagedMessage, type View, type ViewMessage } from './view.ts';

/** Where a message of a view belongs. */
export interface Place {
  /** Number of the turn, counted from 1 along the branch. */
  turn: number;
  /** Step of an agent's message, counted from 0; results have their step's. -1 for a user message or a fold. */
  step: number;
  /** Place in the view that no pass has shaped; of a fold, where it begins. */
  at: number;
}

/** Finds the places of a view that no pass has shaped. A turn begins with a user message, or where no user speaks. */
export function placesOf({ messages, firstTurn = 1 }: Pick<View, 'messages' | 'firstTurn'>): Place[] {
  let turn = firstTurn - 1;
  let step = -1;
  let before: ViewMessage | undefined;
  return messages.map((message, at) => {
    if (message.role === 'user') {
      turn += 1;
      step = -1;
    } else if (message.role === 'agent') {
      const goesOn = before !== undefined && before.role !== 'user' && before.messageId === message.messageId;
      if (!goesOn && before?.role !== 'user') turn += 1;
      step = goesOn ? step + 1 : 0;
    }
    before = message;
    return { turn, step, at };
  });
}

/** Whether a view may be cut behind a message: a step is atomic, and a question belongs to its answer [L6]. */
export function endsStep(messages: readonly PagedMessage[], at: number): boolean {
  const message = messages[at];
  if (!message) return false;
  if (message.role === 'user') return isFold(message);
  return message.role === 'results' || messages[at + 1]?.role !== 'results';
}
