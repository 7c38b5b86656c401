import { FileText, FileWarning, Folder, FolderArchive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ExportContainer, ExportOptions, ExportPreview } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import type { Asked } from '../../../bridge/useAsk.ts';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './ExportDialog.module.css';

export interface ExportSummaryProps {
  preview: Asked<ExportPreview>;
  options: ExportOptions;
  container: ExportContainer;
  onContainerChange: (container: ExportContainer) => void;
}

const icons = { file: FileText, folder: Folder, zip: FolderArchive };

/** The name that the file will have, and what will be in it. */
export function ExportSummary({ preview, options, container, onContainerChange }: ExportSummaryProps) {
  const { t } = useTranslation('export');
  const sentence = useSentence();
  if (preview.status === 'failed') return <FailureState look="inline" failure={preview.failure} />;
  const ready = preview.status === 'ready' ? preview.value : null;
  return (
    <section className={styles.summary} aria-label={t('summary')} aria-live="polite">
      {ready ? (
        <>
          <p className={styles.name}>
            <Icon icon={icons[ready.as]} />
            <span dir="auto">{ready.name}</span>
          </p>
          <p className={styles.note}>{sentence(ready, options)}</p>
          {ready.holds && ready.holds.missing > 0 ? (
            <p className={styles.missing}>
              <Icon icon={FileWarning} size={16} />
              {t('missing', { count: ready.holds.missing })}
            </p>
          ) : null}
          {ready.as === 'file' ? null : (
            <RadioGroup
              label={t('container.label')}
              layout="row"
              value={container}
              options={(['folder', 'zip'] as const).map((value) => ({
                value,
                label: t(`container.${value}`),
              }))}
              onValueChange={onContainerChange}
            />
          )}
        </>
      ) : (
        <Skeleton label={t('counting')} lines={2} />
      )}
    </section>
  );
}

/** "24 messages, 3 pictures (1.2 MB)". */
function useSentence() {
  const { t } = useTranslation('export');
  const format = useFormat();
  return ({ messages, branches, holds }: ExportPreview, options: ExportOptions): string => {
    const parts = [t('count.messages', { count: messages })];
    if (branches > 1) parts.push(t('count.branches', { count: branches }));
    if (holds && holds.images > 0) parts.push(t('count.images', { count: holds.images }));
    if (holds && holds.files > 0) parts.push(t('count.files', { count: holds.files }));
    if (holds && options.pages && holds.pages > 0) parts.push(t('count.pages', { count: holds.pages }));
    const size = holds && holds.bytes > 0 ? ` (${format.bytes(holds.bytes)})` : '';
    return format.list(parts) + size;
  };
}
