import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { FailureState } from '../../ui/FailureState.tsx';
import { MainFrame } from '../layout/MainFrame.tsx';
import { emptyConversation } from '../routes/new-conversation.ts';
import { navigate } from '../routes/route.ts';

/** Stands for the moment until there is an empty conversation to write in, and says so if there cannot be one. */
export function NewSlot() {
  const { t } = useTranslation('common');
  const [failure, setFailure] = useState<unknown>(null);
  const open = useCallback(() => {
    setFailure(null);
    emptyConversation().then(
      ({ id }) => navigate({ view: 'conversation', id }, { replace: true }),
      setFailure,
    );
  }, []);
  useEffect(open, [open]);
  return (
    <MainFrame title={t('shortcuts.new')}>
      {failure ? (
        <FailureState
          failure={failure}
          actions={
            <Button variant="primary" onClick={open}>
              {t('retry')}
            </Button>
          }
        />
      ) : null}
    </MainFrame>
  );
}
