import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { attachmentAddress } from '../../bridge/attachments.ts';
import { AttachmentChip } from '../../ui/AttachmentChip.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { cx } from '../../ui/cx.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import styles from './Verbatim.module.css';

export interface VerbatimProps {
  label: string;
  text: string;
  /** UTF-16 units that are not here yet. */
  rest: number;
  onMore: () => void;
  /** Set in the monospaced font. */
  code?: boolean;
}

/** Text exactly as it is, in a box that scrolls, and copied with one click. */
export function Verbatim({ label, text, rest, onMore, code = false }: VerbatimProps) {
  const { t } = useTranslation('context');
  const format = useFormat();
  return (
    <div className={styles.verbatim}>
      <ScrollBox label={label} className={styles.box}>
        <pre dir="auto" className={cx(styles.text, code && styles.code)}>
          {text === '' ? t('part.empty') : text}
        </pre>
      </ScrollBox>
      <span className={styles.copy}>
        <CopyButton text={text} />
      </span>
      {rest > 0 ? (
        <Button size="small" onClick={onMore}>
          {t('part.more', { count: rest, characters: format.number(rest) })}
        </Button>
      ) : null}
    </div>
  );
}

/** A picture as a picture; any other file by its name and size. */
export function VerbatimAttachment({ attachment }: { attachment: Attachment }) {
  const format = useFormat();
  const { hash, name, kind, bytes, width, height } = attachment;
  if (kind !== 'image') return <AttachmentChip name={name} kind={kind} note={format.bytes(bytes)} />;
  return (
    <img src={attachmentAddress(hash)} alt={name} width={width} height={height} className={styles.picture} />
  );
}
