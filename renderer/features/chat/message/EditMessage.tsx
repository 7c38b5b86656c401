import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment, Message } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { AttachmentChip } from '../../../ui/AttachmentChip.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { useEnter } from '../../../ui/useEnter.ts';
import { useChatState } from '../context.ts';
import styles from './Edit.module.css';
import { useEditing } from './useEditing.ts';

export interface EditMessageProps {
  message: Message;
  nameId: string;
  name: string;
}

/** [B4] A message being written anew in its place. Saving makes another version; this one stays. */
export function EditMessage({ message, nameId, name }: EditMessageProps) {
  const { t } = useTranslation('chat');
  const editing = useChatState((state) => state.editing);
  const box = useRef<HTMLDivElement>(null);
  const { setText, remove, save, cancel, keep, leave } = useEditing(message, box);
  const enter = useEnter(save);
  useEffect(() => {
    const area = box.current?.querySelector('textarea');
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, []);
  if (!editing) return null;
  const { content, asking, sending } = editing;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      cancel();
    }
    enter.onKeyDown(event);
  };
  return (
    <div ref={box} className={styles.box}>
      <h2 id={nameId} className={styles.hiddenName}>
        {name}
      </h2>
      <Files files={content.attachments} onRemove={remove} />
      <TextArea
        label={t(message.role === 'user' ? 'edit.label' : 'edit.labelAnswer')}
        hideLabel
        look="bare"
        dir="auto"
        rows={1}
        value={content.text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onCompositionEnd={enter.onCompositionEnd}
      />
      <p className={styles.hint}>{t(asking ? 'edit.ask' : 'edit.stays')}</p>
      {asking ? (
        <div className={styles.buttons}>
          <Button size="small" onClick={keep}>
            {t('edit.keep')}
          </Button>
          <Button size="small" variant="danger" onClick={leave}>
            {t('edit.discard')}
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button size="small" onClick={cancel}>
            {t('edit.cancel')}
          </Button>
          <Button
            size="small"
            variant="primary"
            disabledReason={sending ? t('edit.sending') : undefined}
            onClick={save}
          >
            {t(message.role === 'user' ? 'edit.send' : 'edit.save')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Files({ files, onRemove }: { files: Attachment[]; onRemove: (file: Attachment) => void }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <AttachmentChip
          key={`${file.hash}-${file.name}`}
          name={file.name}
          kind={file.kind}
          hash={file.hash}
          note={format.bytes(file.bytes)}
          removeName={t('edit.remove', { name: file.name })}
          onRemove={() => onRemove(file)}
        />
      ))}
    </div>
  );
}
