import { useTranslation } from 'react-i18next';
import type { ExportHoldings, ExportOptions } from '#contract';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import styles from './ExportDialog.module.css';

export interface ExportPartsProps {
  can: { pictures: boolean };
  /** What the conversation holds; null while that is not known. */
  holds: ExportHoldings | null;
  options: ExportOptions;
  onChange: (options: ExportOptions) => void;
}

const tools = ['folded', 'full', 'none'] as const;

/** What goes along besides words. What the conversation does not hold is not asked about. */
export function ExportParts({ can, holds, options, onChange }: ExportPartsProps) {
  const { t } = useTranslation('export');
  const has = (count: number | undefined) => holds === null || (count ?? 0) > 0;
  return (
    <div className={styles.parts}>
      <h3 className={styles.legend}>{t('parts.label')}</h3>
      {has(holds?.tools) ? (
        <Select
          label={t('parts.tools')}
          value={options.tools}
          options={tools.map((value) => ({ value, label: t(`parts.tools_${value}`) }))}
          onValueChange={(value) => onChange({ ...options, tools: value })}
        />
      ) : null}
      {can.pictures ? (
        <Switch
          label={t('parts.images')}
          checked={options.images}
          onCheckedChange={(images) => onChange({ ...options, images })}
        />
      ) : null}
      {has(holds?.reasoning) ? (
        <Switch
          label={t('parts.reasoning')}
          hint={t('parts.reasoningHint')}
          checked={options.reasoning}
          onCheckedChange={(reasoning) => onChange({ ...options, reasoning })}
        />
      ) : null}
      {can.pictures && (holds?.pages ?? 0) > 0 ? (
        <Switch
          label={t('parts.pages')}
          hint={t('parts.pagesHint', { count: holds?.pages ?? 0 })}
          checked={options.pages}
          onCheckedChange={(pages) => onChange({ ...options, pages })}
        />
      ) : null}
    </div>
  );
}
