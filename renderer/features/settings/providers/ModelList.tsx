import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './ModelList.module.css';

/** From this many models on there is a search box above them. */
const searchFrom = 8;

export interface ModelListProps {
  label: string;
  models: readonly Model[];
  /** One model's line. */
  children: (model: Model) => ReactNode;
}

/** Models to look through; some providers have hundreds. */
export function ModelList({ label, models, children }: ModelListProps) {
  const { t } = useTranslation('settings');
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = models.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(wanted));
  return (
    <div className={styles.box}>
      {models.length >= searchFrom ? (
        <TextField
          label={t('model.search')}
          hideLabel
          icon={Search}
          placeholder={t('model.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
        />
      ) : null}
      <ul aria-label={label} className={styles.list}>
        {shown.map((model) => (
          <li key={model.id} className={styles.item}>
            {children(model)}
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.none}>{t('model.none')}</p> : null}
    </div>
  );
}

/** What a model can take in and do, in a line. */
export function ModelFigures({ model }: { model: Model }) {
  const { t } = useTranslation('settings');
  const { t: priced } = useTranslation('money');
  const { number, money } = useFormat();
  const { prices } = model;
  const figures = [
    t('model.window', { count: model.contextWindow, tokens: number(model.contextWindow) }),
    model.vision ? t('model.vision') : t('model.noVision'),
    model.tools ? t('model.tools') : t('model.noTools'),
    !prices
      ? priced('unknown')
      : prices.input === 0 && prices.output === 0
        ? priced('free')
        : priced('prices', { input: money(prices.input), output: money(prices.output) }),
  ];
  return <span className={styles.figures}>{figures.join(' · ')}</span>;
}
