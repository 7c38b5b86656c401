import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextPart, StampedReport } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ItemRow } from './ItemRow.tsx';
import styles from './PartView.module.css';
import { blockName, partName, tokensAndShare } from './part-words.ts';
import { partKey } from './parts.ts';

export interface PartViewProps {
  conversationId: string;
  report: StampedReport;
  /** One part with its items, or several turns to choose from. */
  parts: readonly ContextPart[];
  onBack: () => void;
  onPart: (part: ContextPart) => void;
  /** Brings a message into view. */
  onMessage: (messageId: string) => void;
  onPages: (foldId: string) => void;
  /** The report is no longer of what the model would see. */
  onStale: () => void;
}

/** One part of the window: what is in it, word for word. */
export function PartView(props: PartViewProps) {
  const { report, parts, onBack, onPart } = props;
  const { t } = useTranslation('context');
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const [only] = parts;
  const name = blockName(t, { parts });
  // biome-ignore lint/correctness/useExhaustiveDependencies: reading begins at the title of each part
  useEffect(() => heading.current?.focus(), [name]);
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0);
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <IconButton icon={ArrowLeft} name={t('part.back')} onClick={onBack} />
        <h3 ref={heading} tabIndex={-1} className={styles.title}>
          {name}
        </h3>
        <span className={styles.size}>{tokensAndShare(t, format, tokens, tokens / report.window)}</span>
      </div>
      {parts.length === 1 && only ? (
        <OnePart {...props} part={only} />
      ) : (
        <ul className={styles.turns}>
          {parts.map((part) => (
            <li key={partKey(part)}>
              <button type="button" className={styles.turn} onClick={() => onPart(part)}>
                {partName(t, part)}
                <span className={styles.size}>{tokensAndShare(t, format, part.tokens, part.share)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function OnePart({ part, ...props }: PartViewProps & { part: ContextPart }) {
  const { t } = useTranslation('context');
  const { conversationId, report, onMessage, onPages, onStale } = props;
  const hasPages = part.items.some(({ what }) => what === 'page');
  return (
    <>
      {part.kind === 'turn' ? (
        <div>
          <Button size="small" onClick={() => onMessage(part.id)}>
            {t('part.show')}
          </Button>
        </div>
      ) : null}
      {hasPages ? (
        <div>
          <Button size="small" onClick={() => onPages(part.id)}>
            {t('part.lookAtPages')}
          </Button>
        </div>
      ) : null}
      {part.items.length === 0 ? <p className={styles.nothing}>{t('part.nothing')}</p> : null}
      <ul className={styles.items}>
        {part.items.map((item, place) => (
          <li key={`${partKey(part)}-${JSON.stringify(item.content)}`}>
            <ItemRow
              conversationId={conversationId}
              stamp={report.stamp}
              item={item}
              opened={part.items.length === 1 && place === 0}
              onStale={onStale}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
