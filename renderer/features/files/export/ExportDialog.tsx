import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '#contract';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { canChoose, formats, type ScopeChoice, scopeOf, useExportChoice } from './choice.ts';
import styles from './ExportDialog.module.css';
import { ExportParts } from './ExportParts.tsx';
import { ExportScopeField } from './ExportScopeField.tsx';
import { ExportSummary } from './ExportSummary.tsx';
import { type RunningExport, useExport } from './useExport.ts';

export interface ExportDialogProps {
  conversationIds: readonly string[];
  /** Of the one conversation; null for several. */
  title: string | null;
  /** Asked for by name; otherwise what was chosen last. */
  format?: ExportFormat | undefined;
  onClose: () => void;
}

/** Chooses how conversations leave the app, says what will be in the file, and saves it. */
export default function ExportDialog({ conversationIds, title, format, onClose }: ExportDialogProps) {
  const { t } = useTranslation('export');
  const choice = useExportChoice();
  const [asked, setAsked] = useState(format);
  const [scope, setScope] = useState<ScopeChoice>('current');
  const exporting = useExport(onClose);
  const chosen = asked ?? choice.format;
  const wanted = {
    conversationIds: [...conversationIds],
    scope: scopeOf(scope),
    format: chosen,
    options: choice.options,
    container: choice.container,
  };
  const [preview] = useAnswer('export.preview', wanted);
  const can = canChoose(chosen);
  const choose = (next: ExportFormat) => {
    setAsked(undefined);
    choice.choose({ format: next });
  };
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => open || exporting.running || onClose()}
      title={title === null ? t('titleSeveral', { count: conversationIds.length }) : t('title', { title })}
      footer={<Footer exporting={exporting} onStart={() => exporting.start(wanted)} onClose={onClose} />}
    >
      <div className={styles.columns} inert={exporting.running}>
        <RadioGroup
          label={t('format.label')}
          value={chosen}
          options={formats.map((value) => ({
            value,
            label: t(`format.${value}`),
            hint: t(`format.${value}Hint`),
          }))}
          onValueChange={choose}
        />
        <div className={styles.choices}>
          {can.scope ? (
            <ExportScopeField conversationIds={conversationIds} value={scope} onValueChange={setScope} />
          ) : null}
          {can.parts ? (
            <ExportParts
              can={can}
              holds={preview.status === 'ready' ? preview.value.holds : null}
              options={choice.options}
              onChange={(options) => choice.choose({ options })}
            />
          ) : (
            <p className={styles.note}>{t('everything')}</p>
          )}
        </div>
      </div>
      <div inert={exporting.running}>
        <ExportSummary
          preview={preview}
          options={choice.options}
          container={choice.container}
          onContainerChange={(container) => choice.choose({ container })}
        />
      </div>
      <Progress exporting={exporting} />
    </Dialog>
  );
}

interface FooterProps {
  exporting: RunningExport;
  onStart: () => void;
  onClose: () => void;
}

function Footer({ exporting, onStart, onClose }: FooterProps) {
  const { t } = useTranslation('export');
  const { t: common } = useTranslation('common');
  if (exporting.running) return <Button onClick={exporting.cancel}>{t('cancel')}</Button>;
  return (
    <>
      <Button onClick={onClose}>{common('cancel')}</Button>
      <Button variant="primary" onClick={onStart}>
        {t('export')}
      </Button>
    </>
  );
}

function Progress({ exporting }: { exporting: RunningExport }) {
  const { t } = useTranslation('export');
  const { running, work, failure } = exporting;
  if (failure !== null && !running) return <FailureState look="inline" failure={failure} />;
  if (!running || !work) return null;
  const finishing = work.phase === 'finishing' || work.total === 0;
  return (
    <div className={styles.progress} role="status">
      <ProgressLine label={t('exporting')} value={finishing ? undefined : work.done / work.total} />
      <p className={styles.note}>
        {finishing ? t('finishing') : t('writing', { done: work.done, total: work.total })}
      </p>
    </div>
  );
}
