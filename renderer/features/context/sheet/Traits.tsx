import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LadderPreview } from '#contract';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './Traits.module.css';

export type RungName = keyof LadderPreview['rungs'];

/** What a mechanism keeps and what it gives up. */
export function Traits({ rung, off = false }: { rung: RungName; off?: boolean }) {
  const { t } = useTranslation('context');
  return (
    <div data-off={off}>
      <p className={styles.trait}>
        <Icon icon={Check} size={16} className={styles.keeps} />
        {t(`rung.${rung}.keeps`)}
      </p>
      <p className={styles.trait}>
        <Icon icon={Minus} size={16} className={styles.gives} />
        {t(`rung.${rung}.gives`)}
      </p>
    </div>
  );
}
