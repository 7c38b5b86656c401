import { useId } from 'react';
import type { Model } from '#contract';
import styles from './ModelList.module.css';
import { ModelFigures, ModelList } from './ModelList.tsx';

export interface ReaderChoiceProps {
  label: string;
  models: readonly Model[];
  chosen: string | null;
  onChoose: (modelId: string) => void;
}

/** One model of a provider, to be chosen; arrow keys move the choice. */
export function ReaderChoice({ label, models, chosen, onChoose }: ReaderChoiceProps) {
  const name = useId();
  return (
    <ModelList label={label} models={models}>
      {(model) => (
        <label className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={model.id === chosen}
            onChange={() => onChoose(model.id)}
          />
          <span className={styles.words}>
            <span className={styles.name}>{model.name}</span>
            <ModelFigures model={model} />
          </span>
        </label>
      )}
    </ModelList>
  );
}
