import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import styles from './EmptyChat.module.css';

export interface EmptyChatProps {
  /** The practice assistant answers: it can show what the app does. */
  practice: boolean;
  onExample: (text: string) => void;
}

/** A conversation before its first message. */
export function EmptyChat({ practice, onExample }: EmptyChatProps) {
  const { t } = useTranslation('chat');
  const examples = [t('empty.example1'), t('empty.example2'), t('empty.example3'), t('empty.example4')];
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{t('empty.title')}</h2>
      <p className={styles.text}>{t(practice ? 'empty.practice' : 'empty.text')}</p>
      {practice ? (
        <ul aria-label={t('empty.examples')} className={styles.examples}>
          {examples.map((example) => (
            <li key={example}>
              <Button onClick={() => onExample(example)}>{example}</Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
