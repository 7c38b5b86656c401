import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Agent, AgentFields } from '#contract';
import { call, toBridgeError } from '../../../bridge/call.ts';
import { useProviders } from '../../../bridge/providers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './AgentDialog.module.css';
import { ColourChoice } from './ColourChoice.tsx';
import { choiceOf, nameFault, newAgent, readerOf } from './form.ts';
import { ToolChoice } from './ToolChoice.tsx';

export interface AgentDialogProps {
  /** Null: a new one. */
  agent: Agent | null;
  /** All that are in use. */
  others: readonly Agent[];
  onClose: () => void;
}

const formId = 'agent-form';

/** Name, colour, model and instructions of an agent. */
export function AgentDialog({ agent, others, onClose }: AgentDialogProps) {
  const { t } = useTranslation('agents');
  const { t: common } = useTranslation('common');
  const form = useForm(agent, others, onClose);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={agent ? t('dialog.edit', { name: agent.name }) : t('dialog.add')}
      {...(agent && { description: t('dialog.text') })}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" type="submit" form={formId}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <Fields {...form} />
        {form.failure === null ? null : <FailureState look="inline" failure={form.failure} />}
      </form>
    </Dialog>
  );
}

function Fields({ fields, change, fault }: ReturnType<typeof useForm>) {
  const { t } = useTranslation('agents');
  const { routes } = useProviders();
  const models = routes.flatMap((route) =>
    route.models.map((model) => ({
      value: choiceOf({ routeId: route.id, modelId: model.id }),
      label: `${model.name} (${route.name})`,
    })),
  );
  const chosen = choiceOf(fields.reader);
  const gone = chosen !== '' && !models.some(({ value }) => value === chosen);
  return (
    <>
      <TextField
        label={t('dialog.name')}
        hint={t('dialog.nameHint')}
        value={fields.name}
        error={fault ? t(`dialog.fault.${fault}`, { name: fields.name.trim() }) : undefined}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => change({ name: event.target.value })}
      />
      <ColourChoice value={fields.colour} onChange={(colour) => change({ colour })} />
      <Select
        label={t('dialog.model')}
        hint={t('dialog.modelHint')}
        value={chosen}
        options={[
          { value: '', label: t('anyModel') },
          ...(gone ? [{ value: chosen, label: t('dialog.modelGone', { id: fields.reader?.modelId }) }] : []),
          ...models,
        ]}
        onValueChange={(value) => change({ reader: readerOf(value) })}
      />
      <TextArea
        label={t('dialog.instructions')}
        hint={t('dialog.instructionsHint')}
        rows={8}
        dir="auto"
        value={fields.systemPrompt}
        maxLength={200_000}
        onChange={(event) => change({ systemPrompt: event.target.value })}
      />
      <ToolChoice chosen={fields.tools} onChange={(tools) => change({ tools })} />
    </>
  );
}

/** What is being set, and what came of saving it. Nothing is lost where it cannot be saved: the dialog stays. */
function useForm(agent: Agent | null, others: readonly Agent[], onClose: () => void) {
  const [fields, setFields] = useState<AgentFields>(() => agent ?? newAgent(others));
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const taken = others.filter(({ id }) => id !== agent?.id).map(({ name }) => name);
  const fault = tried ? nameFault(fields.name, taken) : null;
  const save = async () => {
    setTried(true);
    if (nameFault(fields.name, taken) !== null) return;
    const { name, colour, systemPrompt, tools, reader } = fields;
    const given = { name: name.trim(), colour, systemPrompt, tools, reader };
    try {
      await (agent ? call('agents.update', { id: agent.id, fields: given }) : call('agents.create', given));
      onClose();
    } catch (caught) {
      setFailure(toBridgeError(caught));
    }
  };
  const change = (some: Partial<AgentFields>) => {
    setFailure(null);
    setFields((before) => ({ ...before, ...some }));
  };
  return { fields, change, fault, failure, save };
}
