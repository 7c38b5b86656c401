import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useGraph, useGraphState } from '../place.ts';
import styles from './CompareDialog.module.css';
import { differences, type Stretch } from './difference.ts';
import { readable } from './readable.ts';
import { type Sides, useSides } from './useSides.ts';

export interface CompareDialogProps {
  conversationId: string;
  leftId: string;
  rightId: string;
  onClose: () => void;
}

/** [B8] Two branches side by side from where they part, scrolling together, with what differs between their words. */
export default function CompareDialog({ conversationId, leftId, rightId, onClose }: CompareDialogProps) {
  const { t } = useTranslation('tree');
  const { sides, failure, more } = useSides(conversationId, leftId, rightId);
  const [marking, setMarking] = useState(true);
  return (
    <Dialog open onOpenChange={onClose} title={t('compare.title')} size="full">
      {failure ? <FailureState failure={failure} /> : null}
      {!sides && !failure ? <Skeleton label={t('compare.loading')} lines={8} /> : null}
      {sides ? (
        <div className={styles.compare}>
          <div className={styles.top}>
            <p>
              {sides.comparison.sharedLength === 0
                ? t('compare.nothingShared')
                : t('compare.shared', { count: sides.comparison.sharedLength })}
            </p>
            <Switch label={t('compare.differences')} checked={marking} onCheckedChange={setMarking} />
          </div>
          <ScrollBox label={t('compare.title')} className={styles.scroll}>
            <div className={styles.heads}>
              <Head side="left" sides={sides} onClose={onClose} />
              <Head side="right" sides={sides} onClose={onClose} />
            </div>
            <Rows sides={sides} marking={marking} />
            {more ? (
              <div className={styles.more}>
                <Button onClick={more}>{t('compare.more')}</Button>
              </div>
            ) : null}
          </ScrollBox>
        </div>
      ) : null}
    </Dialog>
  );
}

function Head({ side, sides, onClose }: { side: 'left' | 'right'; sides: Sides; onClose: () => void }) {
  const { t } = useTranslation('tree');
  const { onContinue } = useGraph();
  const { leafId } = sides.comparison[side];
  const here = useGraphState(({ drawing }) => drawing?.tree.ids[drawing.tree.tip] === leafId);
  const firstId = sides[side][0]?.id;
  const name = useGraphState(({ drawing }) => {
    const place = drawing?.tree.placeOf.get(firstId ?? '');
    return place === undefined ? undefined : drawing?.tree.names.get(drawing.tree.branches[place] ?? place);
  });
  return (
    <div className={styles.head} data-here={here || undefined}>
      <h3 dir="auto" className={styles.name}>
        {name ?? t(`compare.${side}`)}
      </h3>
      <Button
        size="small"
        disabledReason={here ? t('why.here') : undefined}
        onClick={() => {
          onContinue(leafId);
          onClose();
        }}
      >
        {t(here ? 'compare.here' : 'compare.goOn')}
      </Button>
    </div>
  );
}

function Rows({ sides: { left, right }, marking }: { sides: Sides; marking: boolean }) {
  const { t } = useTranslation('tree');
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => row);
  if (rows.length === 0) return <p className={styles.nothing}>{t('compare.nothing')}</p>;
  return rows.map((row) => <Row key={row} left={left[row]} right={right[row]} marking={marking} />);
}

interface RowProps {
  left: Message | undefined;
  right: Message | undefined;
  marking: boolean;
}

function Row({ left, right, marking }: RowProps) {
  const { i18n } = useTranslation('tree');
  const texts = [textOf(left), textOf(right)] as const;
  const [before, after] = texts;
  const found = useMemo(
    () => (left && right ? differences(before, after, i18n.language) : null),
    [left, right, before, after, i18n.language],
  );
  return (
    <div className={styles.row}>
      <Cell message={left} text={before} stretches={marking ? (found?.left ?? null) : null} />
      <Cell message={right} text={after} stretches={marking ? (found?.right ?? null) : null} />
    </div>
  );
}

interface CellProps {
  message: Message | undefined;
  text: string;
  /** Null where what differs is not shown. */
  stretches: readonly Stretch[] | null;
}

function Cell({ message, text, stretches }: CellProps) {
  const { t } = useTranslation('tree');
  const { agents } = useGraph();
  if (!message) return <div className={styles.cell} />;
  const who = message.role === 'user' ? t('you') : (agents.get(message.agentId ?? '')?.name ?? t('agent'));
  let offset = 0;
  return (
    <article className={styles.cell} data-role={message.role}>
      <h4 className={styles.who}>{who}</h4>
      <div dir="auto" className={styles.text}>
        {stretches === null
          ? text || t('noWords')
          : stretches.map((stretch) => {
              const key = offset;
              offset += stretch.text.length;
              return stretch.only ? (
                <mark key={key} className={styles.only}>
                  {stretch.text}
                  <VisuallyHidden>{` (${t('compare.added')})`}</VisuallyHidden>
                </mark>
              ) : (
                <span key={key}>{stretch.text}</span>
              );
            })}
      </div>
    </article>
  );
}

function textOf(message: Message | undefined): string {
  const text = message?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n') ?? '';
  return message?.role === 'agent' ? readable(text) : text;
}
