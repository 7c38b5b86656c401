import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ErrorCode } from '#contract';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import { describeError } from '../../ui/failure.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ComposerBox, ComposerProblem } from './box.ts';
import styles from './ProblemLine.module.css';

export interface ProblemLineProps {
  box: ComposerBox;
  onAddProvider: () => void;
  /** Sends the text although it begins like a command. */
  onPlainText: () => void;
}

/** Failures that a key, or another model, mends. */
const keyMends: readonly ErrorCode[] = ['key_missing', 'key_unreadable', 'provider_auth', 'no_reader'];

/** Why nothing was sent, in a sentence, with a way on. The words are still in the box. */
export function ProblemLine({ box, onAddProvider, onPlainText }: ProblemLineProps) {
  const { t } = useTranslation('composer');
  const problem = useStore(box.store, (state) => state.problem);
  if (!problem) return null;
  return (
    <div role="alert" className={styles.line}>
      <Words problem={problem} />
      <div className={styles.actions}>
        {problem.kind === 'unknownCommand' ? (
          <>
            <Button size="small" variant="plain" onClick={() => box.setText(`/${problem.nearest}`)}>
              {t('problem.useNearest', { name: problem.nearest })}
            </Button>
            <Button size="small" variant="plain" onClick={onPlainText}>
              {t('problem.asMessage')}
            </Button>
          </>
        ) : null}
        {problem.kind === 'failure' && keyMends.includes(problem.error.code) ? (
          <>
            <Button size="small" variant="plain" onClick={() => box.openPicker()}>
              {t('problem.otherModel')}
            </Button>
            <Button size="small" variant="plain" onClick={onAddProvider}>
              {t('problem.settings')}
            </Button>
          </>
        ) : null}
        <Dismiss onClick={() => box.setProblem(null)} />
      </div>
    </div>
  );
}

function Words({ problem }: { problem: ComposerProblem }): ReactNode {
  const { t } = useTranslation('composer');
  const { t: tErrors } = useTranslation('errors');
  if (problem.kind === 'failure') {
    const { title, text, detail } = describeError(tErrors, problem.error);
    return (
      <div className={styles.text}>
        <p>{`${title} ${text}`}</p>
        <Details text={detail} />
      </div>
    );
  }
  if (problem.kind === 'unknownCommand') {
    const { typed, nearest } = problem;
    return (
      <p className={styles.text}>
        {t('problem.unknownCommand', { typed: `/${typed}`, nearest: `/${nearest}` })}
      </p>
    );
  }
  if (problem.kind === 'shakeWord')
    return <p className={styles.text}>{t('problem.shakeWord', { typed: problem.typed })}</p>;
  if (problem.kind === 'noAgent')
    return <p className={styles.text}>{t('problem.noAgent', { typed: problem.typed })}</p>;
  if (problem.kind === 'unknownAgent') {
    const { typed, name } = problem;
    return <p className={styles.text}>{t('problem.unknownAgent', { typed, name })}</p>;
  }
  return <p className={styles.text}>{t(`problem.${problem.kind}`)}</p>;
}

function Dismiss({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('common');
  return <IconButton icon={X} name={t('close')} size="small" onClick={onClick} />;
}
