import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Reader } from '#contract';
import { findModel, useProviders } from '../../bridge/providers.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Popover } from '../../ui/Popover.tsx';
import type { ComposerBox } from './box.ts';
import { ModelList } from './ModelList.tsx';
import styles from './ModelPicker.module.css';

export interface ModelPickerProps {
  box: ComposerBox;
  /** The conversation's own reader; null: the app's default. */
  reader: Reader | null;
  onReader: (reader: Reader) => void;
  onAddProvider: () => void;
}

/** Which model answers, and the choice of another. */
export function ModelPicker({ box, reader, onReader, onAddProvider }: ModelPickerProps) {
  const { t } = useTranslation('composer');
  const picker = useStore(box.store, (state) => state.picker);
  const { routes, defaultReader } = useProviders();
  const current = reader ?? defaultReader;
  const name = findModel(routes, current)?.name ?? current?.modelId ?? t('model.none');
  return (
    <Popover
      label={t('model.choose')}
      side="top"
      open={picker !== null}
      onOpenChange={(open) => (open ? box.openPicker() : box.closePicker())}
      className={styles.popover ?? ''}
      trigger={
        <button type="button" aria-label={t('model.trigger', { name })} className={styles.trigger}>
          <span className={styles.name}>{name}</span>
          <Icon icon={ChevronDown} size={16} />
        </button>
      }
    >
      <ModelList
        routes={routes}
        current={current}
        query={picker?.query ?? ''}
        onQuery={(query) => box.openPicker(query)}
        onChoose={(choice) => {
          box.closePicker();
          onReader(choice);
        }}
        onAddProvider={() => {
          box.closePicker();
          onAddProvider();
        }}
      />
    </Popover>
  );
}
