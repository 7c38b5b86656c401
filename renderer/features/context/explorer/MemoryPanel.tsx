import { type KeyboardEvent, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextPart, StampedReport } from '#contract';
import { agentsInUse, useAgents } from '../../../bridge/agents.ts';
import { useEvent } from '../../../bridge/events.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ExploredAgent } from './agent.ts';
import styles from './MemoryPanel.module.css';
import { Overview } from './Overview.tsx';
import { PartView } from './PartView.tsx';
import { partKey } from './parts.ts';

export interface MemoryPanelProps {
  conversationId: string;
  /** Whose memory; null: the conversation's own agent's. */
  agentId: string | null;
  onAgent: (agentId: string | null) => void;
  /** A pass to show in the list of what was set aside. */
  passId: string | null;
  onMakeRoom: () => void;
  onMessage: (messageId: string) => void;
  onPages: (foldId: string) => void;
}

/** [L10] The explorer: what fills the model's memory, with the words behind every part, and what was set aside. */
export default function MemoryPanel(props: MemoryPanelProps) {
  const { conversationId, agentId } = props;
  const { t } = useTranslation(['context', 'common']);
  const [report, again] = useAnswer('context.report', { conversationId, ...(agentId && { agentId }) });
  useContextEvents(conversationId, again);
  if (report.status === 'loading')
    return (
      <div className={styles.panel}>
        <Skeleton label={t('explorer.loading')} lines={8} />
      </div>
    );
  if (report.status === 'failed')
    return (
      <div className={styles.panel}>
        <FailureState
          failure={report.failure}
          actions={
            <Button variant="primary" onClick={again}>
              {t('common:retry')}
            </Button>
          }
        />
      </div>
    );
  return (
    <ExploredAgent value={agentId}>
      <AgentChoice {...props} />
      <Explorer key={`${conversationId} ${agentId}`} {...props} report={report.value} onStale={again} />
    </ExploredAgent>
  );
}

/** Whose memory is shown, where there is more than one agent. */
function AgentChoice({ agentId, onAgent }: MemoryPanelProps) {
  const { t } = useTranslation('context');
  const agents = agentsInUse(useAgents());
  if (agents.length < 2) return null;
  return (
    <Select
      label={t('explorer.agent')}
      className={styles.agent}
      value={agentId ?? ''}
      options={[
        { value: '', label: t('explorer.ownAgent') },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onValueChange={(chosen) => onAgent(chosen === '' ? null : chosen)}
    />
  );
}

/** Asks again whenever what the model would see may have changed. */
function useContextEvents(conversationId: string, again: () => void): void {
  const mine = (id: string) => {
    if (id === conversationId) again();
  };
  useEvent('gauge', ({ gauge }) => mine(gauge.conversationId));
  useEvent('conversation', ({ conversation }) => mine(conversation.id));
  useEvent('routes', again);
}

function Explorer(props: MemoryPanelProps & { report: StampedReport; onStale: () => void }) {
  const { report } = props;
  /** Where one is: nowhere, some turns together, one part in them. */
  const [trail, setTrail] = useState<readonly (readonly string[])[]>([]);
  const [returnTo, setReturnTo] = useState<string | null>(null);
  const shown =
    trail.at(-1)?.flatMap((key) => report.parts.find((part) => partKey(part) === key) ?? []) ?? [];
  const open = useCallback(
    (parts: readonly ContextPart[]) => setTrail((before) => [...before, parts.map(partKey)]),
    [],
  );
  const back = () => {
    setReturnTo(trail[0]?.[0] ?? null);
    setTrail(trail.slice(0, -1));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || shown.length === 0) return;
    event.preventDefault();
    back();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape bubbles up from whatever has the focus inside
    <div className={styles.panel} onKeyDown={onKeyDown}>
      {shown.length > 0 ? (
        <PartView {...props} parts={shown} onBack={back} onPart={(part) => open([part])} />
      ) : (
        <Overview {...props} returnTo={returnTo} onOpen={open} />
      )}
    </div>
  );
}
