import { create } from 'zustand';
import { call } from '../../bridge/call.ts';
import { onEvent } from '../../bridge/events.ts';
import { reportError } from '../../bridge/report.ts';

interface Running {
  /** Conversation of each answer that is being written, by the answer's message id. */
  answers: Readonly<Record<string, string>>;
}

const useRunning = create<Running>(() => ({ answers: {} }));

/** Whether an answer is being written in a conversation right now. */
export function useIsAnswering(conversationId: string): boolean {
  return useRunning(({ answers }) => Object.values(answers).includes(conversationId));
}

/** The conversations in which an answer is being written, in the order in which they began. */
export function answeringIn(): string[] {
  return Object.values(useRunning.getState().answers);
}

/** Asks which answers are being written and follows them. Returns the function that ends it. */
export function followRunning(): () => void {
  /** Answers that ended while the first question was on its way. */
  const ended = new Set<string>();
  const stop = onEvent('message', ({ message }) => {
    if (message.role !== 'agent') return;
    if (message.status === 'streaming') begin({ [message.id]: message.conversationId });
    else {
      ended.add(message.id);
      end(message.id);
    }
  });
  call('turns.running', {}).then((turns) => {
    const live = turns.filter((turn) => !ended.has(turn.agentMessageId));
    begin(Object.fromEntries(live.map((turn) => [turn.agentMessageId, turn.conversationId])));
  }, reportError);
  return () => {
    stop();
    useRunning.setState({ answers: {} });
  };
}

function begin(more: Record<string, string>): void {
  useRunning.setState(({ answers }) => ({ answers: { ...answers, ...more } }));
}

function end(messageId: string): void {
  useRunning.setState(({ answers }) => {
    if (!(messageId in answers)) return { answers };
    const { [messageId]: _ended, ...others } = answers;
    return { answers: others };
  });
}
