import { useTranslation } from 'react-i18next';
import type { ErrorCode, ErrorPart } from '#contract';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { describeError } from '../../../ui/failure.ts';
import { useChatPlace } from '../context.ts';
import { errorOf } from './parts.ts';

/** Failures that the settings mend, and those that another model avoids. */
const settingsMend: readonly ErrorCode[] = [
  'key_missing',
  'key_unreadable',
  'provider_auth',
  'provider_garbage',
];
const anotherModelMends: readonly ErrorCode[] = [
  'no_reader',
  'provider_model',
  'provider_billing',
  'provider_rate_limit',
  'provider_overloaded',
  'provider_tokens',
  'provider_bytes',
  'room_failed',
  'provider_refused',
  'provider_unknown',
];
/** Failures that room in the model's memory mends. */
const roomMends: readonly ErrorCode[] = ['provider_tokens', 'provider_bytes'];
/** [L2] Where the ladder came to its end: a summary, or a conversation that goes on from an earlier point. */
const shorterMends: readonly ErrorCode[] = ['provider_tokens', 'room_failed'];

export interface ErrorCardProps {
  part: ErrorPart;
  /** Absent where trying again makes no sense any more. */
  onAgain?: (() => void) | undefined;
  /** The answer before, from which one can go on in a conversation of its own. */
  forkFrom?: string | undefined;
}

/** Why a message failed, in a sentence, with the ways on that can help. */
export function ErrorCard({ part, onAgain, forkFrom }: ErrorCardProps) {
  const { t } = useTranslation('errors');
  const words = describeError(t, errorOf(part));
  return (
    <ErrorState
      look="inline"
      title={words.title}
      detail={words.detail}
      actions={<ErrorActions code={part.code} onAgain={onAgain} forkFrom={forkFrom} />}
    >
      {words.text}
    </ErrorState>
  );
}

type ErrorActionsProps = Omit<ErrorCardProps, 'part'> & { code: ErrorCode };

/** [L2] The ways on from an error: make room, a summary, try again, settings, another model, a fork. */
export function ErrorActions({ code, onAgain, forkFrom }: ErrorActionsProps) {
  const { t } = useTranslation(['chat', 'fork']);
  const { onOpenSettings, onPickModel, onMakeRoom, onFork } = useChatPlace();
  const room = roomMends.includes(code);
  const settings = settingsMend.includes(code);
  const model = anotherModelMends.includes(code);
  const shorter = shorterMends.includes(code);
  if (!onAgain && !room && !settings && !model) return null;
  return (
    <>
      {room ? (
        <Button size="small" onClick={() => onMakeRoom()}>
          {t('actions.makeRoom')}
        </Button>
      ) : null}
      {shorter ? (
        <Button size="small" onClick={() => onMakeRoom('summary')}>
          {t('actions.summarise')}
        </Button>
      ) : null}
      {onAgain ? (
        <Button size="small" onClick={onAgain}>
          {t('actions.again')}
        </Button>
      ) : null}
      {settings ? (
        <Button size="small" onClick={onOpenSettings}>
          {t('actions.settings')}
        </Button>
      ) : null}
      {model ? (
        <Button size="small" onClick={onPickModel}>
          {t('actions.otherModel')}
        </Button>
      ) : null}
      {forkFrom !== undefined && shorter ? (
        <Button size="small" onClick={() => onFork(forkFrom)}>
          {t('fork:actions.fork')}
        </Button>
      ) : null}
    </>
  );
}
