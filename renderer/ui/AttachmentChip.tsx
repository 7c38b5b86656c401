import { File, FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '#contract';
import { attachmentAddress } from '../bridge/attachments.ts';
import styles from './AttachmentChip.module.css';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export interface AttachmentChipProps {
  name: string;
  kind: Attachment['kind'];
  /** Below the name: the size, the progress, or what went wrong. */
  note: ReactNode;
  /** Shows a thumbnail for an image that is stored. */
  hash?: string | undefined;
  failed?: boolean;
  /** Shows a remove button with this name. */
  removeName?: string;
  onRemove?: () => void;
}

/** A file that is attached, or about to be. */
export function AttachmentChip(props: AttachmentChipProps) {
  const { name, kind, note, hash, failed = false, removeName, onRemove } = props;
  return (
    <span className={styles.chip} data-failed={failed}>
      {kind === 'image' && hash ? (
        <img src={attachmentAddress(hash)} alt="" className={styles.thumb} draggable={false} />
      ) : (
        <span className={styles.glyph}>
          <Icon icon={kind === 'text' ? FileText : File} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.note}>{note}</span>
      </span>
      {onRemove && removeName ? (
        <IconButton icon={X} name={removeName} size="small" onClick={onRemove} />
      ) : null}
    </span>
  );
}
