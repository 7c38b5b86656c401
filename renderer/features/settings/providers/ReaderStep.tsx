import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { useProviders } from '../../../bridge/providers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { ReaderChoice } from './ReaderChoice.tsx';

export interface ReaderStepProps {
  route: Route;
  onDone: () => void;
}

/** The last step of adding: what the provider offers, and which model new conversations start with. */
export function ReaderStep({ route, onDone }: ReaderStepProps) {
  const { t } = useTranslation('settings');
  const { defaultReader } = useProviders();
  const tellFailure = useFailureToast();
  const kept = defaultReader?.routeId === route.id ? defaultReader.modelId : undefined;
  const [chosen, setChosen] = useState(kept ?? route.models[0]?.id ?? null);
  const use = async (modelId: string) => {
    await call('providers.setDefaultReader', { reader: { routeId: route.id, modelId } });
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={t('done.title', { name: route.name })}
      description={
        route.models.length === 0 ? t('done.noModels') : t('done.found', { count: route.models.length })
      }
      footer={
        chosen === null ? (
          <Button variant="primary" onClick={onDone}>
            {t('done.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onDone}>{t('done.later')}</Button>
            <Button variant="primary" onClick={() => void use(chosen).catch(tellFailure)}>
              {t('done.use')}
            </Button>
          </>
        )
      }
    >
      {chosen === null ? null : (
        <ReaderChoice label={t('done.choose')} models={route.models} chosen={chosen} onChoose={setChosen} />
      )}
    </Dialog>
  );
}
