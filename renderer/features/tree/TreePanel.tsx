import { GitBranch } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAgents } from '../../bridge/agents.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Canvas } from './canvas/Canvas.tsx';
import { FindBar } from './FindBar.tsx';
import { MessageCard } from './MessageCard.tsx';
import { metricsFor } from './model/layout.ts';
import { GraphContext, type GraphExits, useGraph, useGraphState } from './place.ts';
import { Graph } from './store/graph.ts';
import styles from './TreePanel.module.css';

const MarkDialog = lazy(() => import('./dialogs/MarkDialog.tsx'));
const CompareDialog = lazy(() => import('./compare/CompareDialog.tsx'));

export interface TreePanelProps extends GraphExits {
  conversationId: string;
  /** The message that the chat shows. */
  inSightId: string | null;
}

/** [B8] The branches of a conversation as a graph, beside the chat. Loaded when it is first opened. */
export default function TreePanel({
  conversationId,
  inSightId,
  onShow,
  onLeaveFor,
  onContinue,
  onFork,
  onOpen,
}: TreePanelProps) {
  const [graph] = useState(() => new Graph(conversationId, metricsFor(textSize())));
  const { agents } = useAgents();
  const [compared, setCompared] = useState<{ leftId: string; rightId: string } | null>(null);
  const [markedId, setMarkedId] = useState<string | null>(null);
  useEffect(() => {
    void graph.open();
    return () => graph.close();
  }, [graph]);
  useEffect(() => graph.store.setState({ inSightId }), [graph, inSightId]);
  const place = useMemo(
    () => ({
      graph,
      agents,
      onShow,
      onLeaveFor,
      onContinue,
      onFork,
      onOpen,
      onCompare: (leftId: string, rightId: string) => setCompared({ leftId, rightId }),
      onMark: setMarkedId,
    }),
    [graph, agents, onShow, onLeaveFor, onContinue, onFork, onOpen],
  );
  return (
    <GraphContext value={place}>
      <div className={styles.panel}>
        <Body />
      </div>
      <Suspense fallback={null}>
        {markedId ? (
          <MarkDialog
            conversationId={conversationId}
            messageId={markedId}
            onClose={() => setMarkedId(null)}
          />
        ) : null}
        {compared ? (
          <CompareDialog conversationId={conversationId} {...compared} onClose={() => setCompared(null)} />
        ) : null}
      </Suspense>
    </GraphContext>
  );
}

function Body() {
  const { t } = useTranslation(['tree', 'common']);
  const phase = useGraphState((state) => state.phase);
  const failure = useGraphState((state) => state.failure);
  const empty = useGraphState((state) => (state.drawing?.tree.ids.length ?? 0) <= 1);
  if (phase === 'failed') return <Failed failure={failure} />;
  if (phase === 'loading')
    return (
      <div className={styles.loading}>
        <Skeleton label={t('loading')} lines={6} />
      </div>
    );
  if (empty)
    return (
      <EmptyState icon={GitBranch} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <>
      <FindBar />
      <Canvas />
      <MessageCard />
    </>
  );
}

function Failed({ failure }: { failure: unknown }) {
  const { t } = useTranslation('common');
  const { graph } = useGraph();
  return (
    <FailureState
      failure={failure}
      actions={
        <Button variant="primary" onClick={() => void graph.open()}>
          {t('retry')}
        </Button>
      }
    />
  );
}

/** The text size that people chose, 1 being the normal one. */
function textSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
