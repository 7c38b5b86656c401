import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './ModelList.module.css';
import { limits, parseTokens } from './model-numbers.ts';

export interface ModelEditorProps {
  routeId: string;
  model: Model;
  onClose: () => void;
}

const abilities = ['vision', 'tools', 'reasoning'] as const;

/** Corrects what Bough believes about one model. */
export function ModelEditor({ routeId, model, onClose }: ModelEditorProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const [numbers, setNumbers] = useState({
    contextWindow: String(model.contextWindow),
    maxOutput: String(model.maxOutput),
  });
  const [able, setAble] = useState({ vision: model.vision, tools: model.tools, reasoning: model.reasoning });
  const [failure, setFailure] = useState<unknown>(null);
  const contextWindow = parseTokens(numbers.contextWindow, limits.contextWindow);
  const maxOutput = parseTokens(numbers.maxOutput, limits.maxOutput);

  const save = () => {
    if (contextWindow === null || maxOutput === null) return;
    const figures = { contextWindow, maxOutput, ...able };
    call('providers.setModelFigures', { routeId, modelId: model.id, figures }).then(onClose, setFailure);
  };
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <span className={styles.name}>{model.name}</span>
      <div className={styles.numbers}>
        <TextField
          label={t('model.contextWindow')}
          inputMode="numeric"
          value={numbers.contextWindow}
          onChange={(event) => setNumbers({ ...numbers, contextWindow: event.target.value })}
          error={contextWindow === null ? t('model.numberFault', { least: 512 }) : undefined}
          autoFocus
        />
        <TextField
          label={t('model.maxOutput')}
          inputMode="numeric"
          value={numbers.maxOutput}
          onChange={(event) => setNumbers({ ...numbers, maxOutput: event.target.value })}
          error={maxOutput === null ? t('model.numberFault', { least: 1 }) : undefined}
        />
      </div>
      {abilities.map((ability) => (
        <Switch
          key={ability}
          label={t(`model.able.${ability}`)}
          checked={able[ability]}
          onCheckedChange={(on) => setAble({ ...able, [ability]: on })}
        />
      ))}
      {failure === null ? null : <FailureState look="inline" failure={failure} />}
      <div className={styles.buttons}>
        <Button size="small" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {t('model.save')}
        </Button>
      </div>
    </form>
  );
}
