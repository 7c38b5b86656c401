import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model, Route } from '#contract';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ModelEditor } from './ModelEditor.tsx';
import styles from './ModelList.module.css';
import { ModelFigures, ModelList } from './ModelList.tsx';

export interface ModelsDialogProps {
  route: Route;
  onClose: () => void;
}

/** A provider's models with what Bough believes about them; every figure can be corrected. */
export function ModelsDialog({ route, onClose }: ModelsDialogProps) {
  const { t } = useTranslation('settings');
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('model.title', { name: route.name })}
      description={t('model.hint')}
    >
      <ModelList label={t('model.title', { name: route.name })} models={route.models}>
        {(model) =>
          model.id === editing ? (
            <ModelEditor routeId={route.id} model={model} onClose={() => setEditing(null)} />
          ) : (
            <Line model={model} onEdit={() => setEditing(model.id)} />
          )
        }
      </ModelList>
    </Dialog>
  );
}

function Line({ model, onEdit }: { model: Model; onEdit: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <span className={styles.name}>{model.name}</span>
        {model.name === model.id ? null : <span className={styles.id}>{model.id}</span>}
        <ModelFigures model={model} />
        <span className={styles.source}>{t(`model.source.${model.source}`)}</span>
      </div>
      <Button size="small" aria-label={t('model.correctOf', { name: model.name })} onClick={onEdit}>
        {t('model.correct')}
      </Button>
    </div>
  );
}
