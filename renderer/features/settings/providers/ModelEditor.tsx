import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FigureName, Model } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { FigureSourceLine } from './FigureSourceLine.tsx';
import styles from './ModelList.module.css';
import {
  abilities,
  changesOf,
  type FigureFields,
  fieldsOf,
  isFault,
  type NumberFigure,
  priceFigures,
  tokenFigures,
} from './model-numbers.ts';

export interface ModelEditorProps {
  routeId: string;
  model: Model;
  onClose: () => void;
}

/** Corrects what Bough believes about one model, and takes corrections back. */
export function ModelEditor({ routeId, model, onClose }: ModelEditorProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const { t: money } = useTranslation('money');
  const [fields, setFields] = useState(() => fieldsOf(model));
  const [failure, setFailure] = useState<unknown>(null);
  const faulty = [...tokenFigures, ...priceFigures].some((name) => isFault(name, fields.numbers[name]));

  const save = () => {
    if (faulty) return;
    const request = { routeId, modelId: model.id, ...changesOf(model, fields) };
    call('providers.setModelFigures', request).then(onClose, setFailure);
  };
  const takeBack = (name: FigureName) => {
    call('providers.setModelFigures', { routeId, modelId: model.id, figures: {}, reset: [name] }).then(
      (route) => {
        const fresh = route.models.find(({ id }) => id === model.id);
        if (fresh) setFields((now) => withFigure(now, fieldsOf(fresh), name));
      },
      setFailure,
    );
  };
  const numberField = (name: NumberFigure, label: string, fault: string) => (
    <div key={name}>
      <TextField
        label={label}
        inputMode={name === 'contextWindow' || name === 'maxOutput' ? 'numeric' : 'decimal'}
        value={fields.numbers[name]}
        onChange={(event) =>
          setFields({ ...fields, numbers: { ...fields.numbers, [name]: event.target.value } })
        }
        error={isFault(name, fields.numbers[name]) ? fault : undefined}
        autoFocus={name === 'contextWindow'}
      />
      <FigureSourceLine source={model.sources?.[name]} figure={label} onTakeBack={() => takeBack(name)} />
    </div>
  );
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
        {numberField('contextWindow', t('model.contextWindow'), t('model.numberFault', { least: 512 }))}
        {numberField('maxOutput', t('model.maxOutput'), t('model.numberFault', { least: 1 }))}
      </div>
      {abilities.map((ability) => (
        <div key={ability}>
          <Switch
            label={t(`model.able.${ability}`)}
            checked={fields.able[ability]}
            onCheckedChange={(on) => setFields({ ...fields, able: { ...fields.able, [ability]: on } })}
          />
          <FigureSourceLine
            source={model.sources?.[ability]}
            figure={t(`model.able.${ability}`)}
            onTakeBack={() => takeBack(ability)}
          />
        </div>
      ))}
      <div className={styles.numbers}>
        {priceFigures.map((name) => numberField(name, money(name), money('priceFault')))}
      </div>
      <p className={styles.source}>{money('pricesHint')}</p>
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

/** One figure is again what the app believes; what else was typed stays. */
function withFigure(now: FigureFields, fresh: FigureFields, name: FigureName): FigureFields {
  return name === 'vision' || name === 'tools' || name === 'reasoning'
    ? { ...now, able: { ...now.able, [name]: fresh.able[name] } }
    : { ...now, numbers: { ...now.numbers, [name]: fresh.numbers[name] } };
}
