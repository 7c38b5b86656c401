import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContentPiece, ContextItem } from '#contract';
import { call, failedWith } from '../../../bridge/call.ts';
import { pageAddress } from '../../../bridge/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Verbatim, VerbatimAttachment } from '../Verbatim.tsx';
import { useExploredAgent } from './agent.ts';
import styles from './ItemContent.module.css';
import { Original } from './Original.tsx';
import { itemName } from './part-words.ts';

/** The words that stand in the view for what was set aside, and the id in them. */
const placeholder = /^\[[^\]]*recall\("(\w{1,40})"\) brings back the original\.\]/;

export interface ItemContentProps {
  conversationId: string;
  stamp: string;
  item: ContextItem;
  onStale: () => void;
}

/**
 * The content of an item as the model sees it: text a piece at a time, an attachment, or a page. Below the words that
 * stand for something set aside is the original [L7].
 */
export function ItemContent({ conversationId, stamp, item, onStale }: ItemContentProps) {
  const { t } = useTranslation(['context', 'common']);
  const { t: words } = useTranslation('context');
  const { piece, failure, more, again } = usePieces({ conversationId, stamp, item, onStale });
  const name = itemName(words, item);
  if (failure)
    return (
      <div className={styles.content}>
        <FailureState
          failure={failure}
          look="inline"
          actions={
            <Button size="small" onClick={again}>
              {t('common:retry')}
            </Button>
          }
        />
      </div>
    );
  if (!piece)
    return (
      <div className={styles.content}>
        <Skeleton label={t('part.loading')} lines={2} />
      </div>
    );
  const recallId = piece.kind === 'text' ? placeholder.exec(piece.text)?.[1] : undefined;
  return (
    <div className={styles.content}>
      {piece.kind === 'text' ? (
        <Verbatim
          label={name}
          text={piece.text}
          rest={piece.length - piece.text.length}
          onMore={more}
          code={item.what === 'call' || item.what === 'tool'}
        />
      ) : null}
      {recallId ? (
        <div>
          <p className={styles.label}>{t('edit.original')}</p>
          <Original conversationId={conversationId} id={recallId} />
        </div>
      ) : null}
      {piece.kind === 'attachment' ? <VerbatimAttachment attachment={piece.attachment} /> : null}
      {piece.kind === 'page' ? (
        <img
          src={pageAddress(piece.hash)}
          alt={name}
          width={piece.width}
          height={piece.height}
          className={styles.page}
        />
      ) : null}
    </div>
  );
}

/** What is known of the content; text grows by each `more`. */
function usePieces({ conversationId, stamp, item, onStale }: ItemContentProps) {
  const [piece, setPiece] = useState<ContentPiece | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const content = JSON.stringify(item.content);
  const { agentId } = useExploredAgent();
  const fetchFrom = useCallback(
    async (before: string) => {
      setFailure(null);
      try {
        const offset = before.length;
        const request = {
          conversationId,
          stamp,
          content: JSON.parse(content),
          offset,
          ...(agentId !== undefined && { agentId }),
        };
        const next = await call('context.content', request);
        setPiece(next.kind === 'text' ? { ...next, text: before + next.text, offset: 0 } : next);
      } catch (caught) {
        if (failedWith(caught, 'not_found')) onStale();
        setFailure(caught);
      }
    },
    [conversationId, agentId, stamp, content, onStale],
  );
  useEffect(() => {
    setPiece(null);
    void fetchFrom('');
  }, [fetchFrom]);
  return {
    piece,
    failure,
    more: () => void fetchFrom(piece?.kind === 'text' ? piece.text : ''),
    again: () => void fetchFrom(piece?.kind === 'text' ? piece.text : ''),
  };
}
