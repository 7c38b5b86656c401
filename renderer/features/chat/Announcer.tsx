import { useTranslation } from 'react-i18next';
import { useAgent } from '../../bridge/agents.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useChatState } from './context.ts';

/** Tells screen readers when an answer begins and ends; never its words, which they read when they want to. */
export function Announcer() {
  const { t } = useTranslation('chat');
  const announcement = useChatState((state) => state.announcement);
  const agentId = useChatState(
    (state) => (announcement && state.path.messages.get(announcement.messageId)?.agentId) ?? null,
  );
  const name = useAgent(agentId)?.name ?? t('message.agent');
  return (
    <div role="status">
      <VisuallyHidden>{announcement ? t(`announce.${announcement.code}`, { name }) : ''}</VisuallyHidden>
    </div>
  );
}
