export { useChatAgent } from './agents.ts';
export { ChatView, type ChatViewProps } from './ChatView.tsx';
export { EmptyChat } from './EmptyChat.tsx';
export { editLast } from './edit-last.ts';
export { Markdown } from './markdown/Markdown.tsx';
export { runningId, shownEnd } from './store/state.ts';
export { type OpenChat, useOpenChat } from './useOpenChat.ts';
