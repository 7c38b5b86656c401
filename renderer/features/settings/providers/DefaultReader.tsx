import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reader, Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { findModel } from '../../../bridge/providers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Providers.module.css';
import { ReaderChoice } from './ReaderChoice.tsx';

export interface DefaultReaderProps {
  routes: readonly Route[];
  reader: Reader | null;
}

/** The model that new conversations start with, and a way to choose another. */
export function DefaultReader({ routes, reader }: DefaultReaderProps) {
  const { t } = useTranslation('settings');
  const [open, setOpen] = useState(false);
  const route = routes.find(({ id }) => id === reader?.routeId);
  const model = findModel(routes, reader);
  return (
    <div className={styles.reader}>
      <span>
        {model && route
          ? route.wire === 'practice'
            ? t('reader.practice')
            : t('reader.is', { model: model.name, provider: route.name })
          : t('reader.gone')}
      </span>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('reader.change')}
      </Button>
      {open ? <ReaderDialog routes={routes} reader={reader} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function ReaderDialog({ routes, reader, onClose }: DefaultReaderProps & { onClose: () => void }) {
  const { t } = useTranslation('settings');
  const tellFailure = useFailureToast();
  const [chosen, setChosen] = useState(reader);
  const choose = (wanted: Reader) => {
    setChosen(wanted);
    call('providers.setDefaultReader', { reader: wanted }).catch((caught: unknown) => {
      setChosen(reader);
      tellFailure(caught);
    });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('reader.title')}
      description={t('reader.hint')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('done.close')}
        </Button>
      }
    >
      {routes
        .filter(({ models }) => models.length > 0)
        .map((route) => (
          <section key={route.id}>
            <h3 className={styles.group}>{route.name}</h3>
            <ReaderChoice
              label={route.name}
              models={route.models}
              chosen={route.id === chosen?.routeId ? chosen.modelId : null}
              onChoose={(modelId) => choose({ routeId: route.id, modelId })}
            />
          </section>
        ))}
    </Dialog>
  );
}
