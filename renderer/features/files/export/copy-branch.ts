import { call } from '../../../bridge/call.ts';
import { useExportChoice } from './choice.ts';

/** `/dump`: puts the current branch on the clipboard. Returns the number of messages. */
export async function copyBranch(conversationId: string): Promise<number> {
  const { options } = useExportChoice.getState();
  const { messages } = await call('export.copy', { conversationId, scope: { kind: 'branch' }, options });
  return messages;
}
