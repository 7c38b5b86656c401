import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentDot } from '../../../ui/AgentDot.tsx';
import styles from './AgentDialog.module.css';
import { colours } from './form.ts';

export interface ColourChoiceProps {
  value: number;
  onChange: (colour: number) => void;
}

/** The colour that an agent's messages begin with. */
export function ColourChoice({ value, onChange }: ColourChoiceProps) {
  const { t } = useTranslation('agents');
  const name = useId();
  return (
    <fieldset className={styles.colours}>
      <legend className={styles.legend}>{t('dialog.colour')}</legend>
      {Array.from({ length: colours }, (_, colour) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the colours are their numbers
        <label key={colour} className={styles.colour}>
          <input
            type="radio"
            name={name}
            aria-label={t('dialog.colourOf', { number: colour + 1 })}
            checked={colour === value}
            onChange={() => onChange(colour)}
          />
          <AgentDot colour={colour} />
        </label>
      ))}
    </fieldset>
  );
}
