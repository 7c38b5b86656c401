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
  /** Asks once more, of this model, what a message answered. */
  onAgain: (messageId: string, reader: Reader) => void;
  onAddProvider: () => void;
}

/** Which model answers, and the choice of another, or of several for the next message. */
export function ModelPicker({ box, reader, onReader, onAgain, onAddProvider }: ModelPickerProps) {
  const { t } = useTranslation('composer');
  const picker = useStore(box.store, (state) => state.picker);
  const several = useStore(box.store, (state) => state.several);
  const { routes, defaultReader } = useProviders();
  const current = reader ?? defaultReader;
  const name = findModel(routes, current)?.name ?? current?.modelId ?? t('model.none');
  const again = picker?.again ?? null;
  const asked = several.length > 0 ? t('model.asked', { count: several.length }) : name;
  const choose = (choice: Reader) => {
    if (again === null && several.length > 0) return box.toggle(choice);
    box.closePicker();
    if (again === null) onReader(choice);
    else onAgain(again, choice);
  };
  return (
    <Popover
      label={t(again === null ? 'model.choose' : 'model.again')}
      side="top"
      open={picker !== null}
      onOpenChange={(open) => (open ? box.openPicker() : box.closePicker())}
      className={styles.popover ?? ''}
      trigger={
        <button type="button" aria-label={t('model.trigger', { name: asked })} className={styles.trigger}>
          <span className={styles.name}>{asked}</span>
          <Icon icon={ChevronDown} size={16} />
        </button>
      }
    >
      <ModelList
        routes={routes}
        title={again === null ? null : t('model.again')}
        chosen={again === null && several.length > 0 ? several : current ? [current] : []}
        several={again === null && several.length > 0}
        onSeveral={again === null && current ? (on) => box.askSeveral(on ? [current] : []) : null}
        query={picker?.query ?? ''}
        onQuery={(query) => box.setQuery(query)}
        onChoose={choose}
        onAddProvider={() => {
          box.closePicker();
          onAddProvider();
        }}
      />
    </Popover>
  );
}
