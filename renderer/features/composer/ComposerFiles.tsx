import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useFormat } from '../../app/i18n/format.ts';
import { AttachmentChip } from '../../ui/AttachmentChip.tsx';
import { describeError } from '../../ui/failure.ts';
import type { ComposerBox, ComposerFile } from './box.ts';
import styles from './Composer.module.css';

/** The files that will go with the message. */
export function ComposerFiles({ box }: { box: ComposerBox }) {
  const { t } = useTranslation('composer');
  const files = useStore(box.store, (state) => state.files);
  if (files.length === 0) return null;
  return (
    <ul aria-label={t('files.label')} className={styles.files}>
      {files.map((file) => (
        <li key={file.key}>
          <FileChip file={file} onRemove={() => box.remove(file.key)} />
        </li>
      ))}
    </ul>
  );
}

function FileChip({ file, onRemove }: { file: ComposerFile; onRemove: () => void }) {
  const { t } = useTranslation('composer');
  const { t: tErrors } = useTranslation('errors');
  const format = useFormat();
  const stored = file.attachment ? format.bytes(file.bytes) : t('files.storing');
  return (
    <AttachmentChip
      name={file.name}
      kind={file.kind}
      hash={file.attachment?.hash}
      note={file.error ? describeError(tErrors, file.error).title : stored}
      failed={Boolean(file.error)}
      removeName={t('files.remove', { name: file.name })}
      onRemove={onRemove}
    />
  );
}
