import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContextSettings } from '#contract';
import { useFormat } from '../../../app/i18n/format.ts';
import { call } from '../../../bridge/call.ts';
import { useAsk } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import styles from './RoomRule.module.css';

/** [L1] When Bough makes room by itself and how much, and the place to change that. */
export function RoomRule() {
  const { t } = useTranslation('context');
  const format = useFormat();
  const [asked, again] = useAsk('context.settings');
  const [changing, setChanging] = useState(false);
  if (asked.status !== 'ready') return null;
  const { threshold, target } = asked.value;
  return (
    <p className={styles.rule}>
      {t('rule.text', { threshold: format.percent(threshold), target: format.percent(target) })}{' '}
      <Button variant="plain" size="small" onClick={() => setChanging(true)}>
        {t('rule.change')}
      </Button>
      {changing ? (
        <RuleDialog
          settings={asked.value}
          onClose={(changed) => {
            setChanging(false);
            if (changed) again();
          }}
        />
      ) : null}
    </p>
  );
}

const thresholds = [0.5, 0.6, 0.7, 0.8, 0.9];
const targets = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];
const turns = [1, 2, 3, 5, 10, 20];

/** The choices, and what is set now where it is none of them. */
function withCurrent(choices: readonly number[], current: number): number[] {
  return [...new Set([...choices, current])].sort((a, b) => a - b);
}

interface RuleDialogProps {
  settings: ContextSettings;
  onClose: (changed: boolean) => void;
}

function RuleDialog({ settings, onClose }: RuleDialogProps) {
  const { t } = useTranslation(['context', 'common']);
  const format = useFormat();
  const [draft, setDraft] = useState(settings);
  const [failure, setFailure] = useState<unknown>(null);
  const save = () => {
    setFailure(null);
    call('context.setSettings', draft).then(() => onClose(true), setFailure);
  };
  const percents = (choices: readonly number[], current: number) =>
    withCurrent(choices, current).map((share) => ({ value: String(share), label: format.percent(share) }));
  return (
    <Dialog
      open
      onOpenChange={() => onClose(false)}
      title={t('rule.title')}
      description={t('rule.description')}
      size="small"
      footer={
        <>
          <Button onClick={() => onClose(false)}>{t('common:cancel')}</Button>
          <Button variant="primary" onClick={save}>
            {t('rule.save')}
          </Button>
        </>
      }
    >
      <Select
        label={t('rule.threshold')}
        hint={t('rule.thresholdHint')}
        value={String(draft.threshold)}
        options={percents(thresholds, settings.threshold)}
        onValueChange={(value) => {
          const threshold = Number(value);
          const below = targets.filter((share) => share < threshold).at(-1) ?? threshold / 2;
          setDraft({ ...draft, threshold, target: Math.min(draft.target, below) });
        }}
      />
      <Select
        label={t('rule.target')}
        hint={t('rule.targetHint')}
        value={String(draft.target)}
        options={percents(
          targets.filter((share) => share < draft.threshold),
          draft.target,
        )}
        onValueChange={(value) => setDraft({ ...draft, target: Number(value) })}
      />
      <Select
        label={t('rule.turns')}
        hint={t('rule.turnsHint')}
        value={String(draft.protectTurns)}
        options={withCurrent(turns, settings.protectTurns).map((count) => ({
          value: String(count),
          label: t('rule.turnCount', { count }),
        }))}
        onValueChange={(value) => setDraft({ ...draft, protectTurns: Number(value) })}
      />
      <Switch
        label={t('rule.small')}
        hint={t('rule.smallHint')}
        checked={draft.smallLetters}
        onCheckedChange={(smallLetters) => setDraft({ ...draft, smallLetters })}
      />
      {failure ? <FailureState failure={failure} look="inline" /> : null}
    </Dialog>
  );
}
