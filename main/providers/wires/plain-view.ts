import type { PagedMessage, PagedView } from '#core/context/view.ts';
import type { SeenPart } from '#core/transcript/types.ts';

/**
 * A view for a request that offers no tools. Vendors refuse calls and results in it, so they are told as text.
 * Returned as it is where tools are offered, or where nothing was called.
 */
export function plainView(view: PagedView, offersTools: boolean): PagedView {
  if (offersTools && view.tools.length > 0) return view;
  const called = view.messages.some((message) => message.role === 'results');
  return called ? { ...view, tools: [], messages: view.messages.map(plainMessage) } : { ...view, tools: [] };
}

function plainMessage(message: PagedMessage): PagedMessage {
  if (message.role === 'results') {
    const parts = message.results.flatMap((result): SeenPart[] => [
      { type: 'text', text: `[Result of the tool ${result.name}${result.failed ? ', which failed' : ''}]` },
      ...result.parts,
    ]);
    return { role: 'user', messageId: message.messageId, parts };
  }
  if (message.role !== 'agent' || !message.said.some((part) => part.type === 'call')) return message;
  return {
    role: 'agent',
    messageId: message.messageId,
    native: null,
    said: message.said.map((part) =>
      part.type === 'call'
        ? { type: 'text', text: `[Called the tool ${part.name} with ${part.arguments || '{}'}]` }
        : part,
    ),
  };
}
