import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';

export interface BoundaryProps {
  children: ReactNode;
  /** A change of it clears the failure: another conversation may well work. */
  resetKey?: string;
}

interface BoundaryState {
  caught: { error: unknown; resetKey: string | undefined } | null;
}

/** Catches what breaks while rendering, keeps the rest of the app alive, and offers a way on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { caught: { error, resetKey: undefined } };
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, { caught }: BoundaryState): BoundaryState {
    if (!caught) return { caught };
    if (caught.resetKey === undefined) return { caught: { ...caught, resetKey: resetKey ?? '' } };
    return { caught: caught.resetKey === (resetKey ?? '') ? caught : null };
  }

  override render() {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    return <Crash error={caught.error} onAgain={() => this.setState({ caught: null })} />;
  }
}

function Crash({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('common');
  return (
    <ErrorState
      title={t('crash.title')}
      detail={error instanceof Error ? (error.stack ?? error.message) : String(error)}
      actions={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('crash.reload')}
          </Button>
          <Button onClick={onAgain}>{t('crash.again')}</Button>
        </>
      }
    >
      {t('crash.text')}
    </ErrorState>
  );
}
