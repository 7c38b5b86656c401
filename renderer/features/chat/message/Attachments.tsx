import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbsentPart, Attachment } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { attachmentAddress } from '../../../bridge/attachments.ts';
import { call } from '../../../bridge/call.ts';
import { AttachmentChip } from '../../../ui/AttachmentChip.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Attachments.module.css';
import { Lightbox } from './Lightbox.tsx';

export interface AttachmentsProps {
  attachments: readonly Attachment[];
  /** Those that did not come along when the message was brought in. */
  absent: readonly AbsentPart[];
}

/** The files of a message: pictures as thumbnails that open, others as chips that save a copy. */
export function Attachments({ attachments, absent }: AttachmentsProps) {
  const { t } = useTranslation('chat');
  const [opened, setOpened] = useState<number | null>(null);
  if (attachments.length + absent.length === 0) return null;
  const pictures = attachments.filter((attachment) => attachment.kind === 'image');
  const files = attachments.filter((attachment) => attachment.kind !== 'image');
  return (
    <div className={styles.attachments} data-copy="skip">
      {pictures.map((picture, place) => (
        <button
          key={`${picture.hash}-${picture.name}`}
          type="button"
          aria-label={t('attachment.open', { name: picture.name })}
          className={styles.picture}
          onClick={() => setOpened(place)}
        >
          <img
            src={attachmentAddress(picture.hash)}
            alt=""
            width={picture.width}
            height={picture.height}
            draggable={false}
            className={styles.image}
          />
        </button>
      ))}
      {files.map((file) => (
        <FileButton key={`${file.hash}-${file.name}`} file={file} />
      ))}
      {absent.map(({ name, reason }, place) => (
        <AttachmentChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
          key={place}
          name={name ?? t('attachment.nameless')}
          kind="file"
          note={t(`attachment.absent.${reason}`)}
        />
      ))}
      <Lightbox pictures={pictures} place={opened} onPlace={setOpened} />
    </div>
  );
}

function FileButton({ file }: { file: Attachment }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const failed = useFailureToast();
  const save = () => {
    call('attachments.saveCopy', { hash: file.hash, name: file.name }).catch(failed);
  };
  return (
    <button
      type="button"
      aria-label={t('attachment.save', { name: file.name })}
      className={styles.file}
      onClick={save}
    >
      <AttachmentChip name={file.name} kind={file.kind} note={format.bytes(file.bytes)} />
    </button>
  );
}
