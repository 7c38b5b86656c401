import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolServer } from '#contract';
import { call } from '../../../bridge/call.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { SecretFields } from './SecretFields.tsx';
import { Problem } from './ServerCard.tsx';
import { faultsOf, fieldsOf, hasFaults, type ServerFields, toDraft } from './server-form.ts';
import styles from './Tools.module.css';
import { useServerCheck } from './useServerCheck.ts';

export interface ServerDialogProps {
  /** Null for a new one. */
  server: ToolServer | null;
  others: readonly ToolServer[];
  onClose: () => void;
}

/** Adds or changes a server of tools, and tries it. */
export function ServerDialog({ server: given, others, onClose }: ServerDialogProps) {
  const { t } = useTranslation('tools');
  const { t: common } = useTranslation('common');
  const [protection] = useAnswer('providers.keyProtection', {});
  const [server, setServer] = useState(given);
  const [fields, setFields] = useState(() => fieldsOf(given));
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const { checking, problem, check } = useServerCheck();
  const faults = faultsOf(
    fields,
    others.filter(({ id }) => id !== server?.id),
  );
  const save = async () => {
    setTried(true);
    setFailure(null);
    if (checking || hasFaults(faults)) return;
    try {
      const system = protection.status === 'ready' && protection.value.system;
      const saved = await call('tools.saveServer', toDraft(server, fields, system));
      // Trying it again changes the one that was made.
      setServer(saved);
      setFields(fieldsOf(saved));
      if (await check(saved)) onClose();
    } catch (caught) {
      setFailure(caught);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={given ? t('server.editTitle', { name: given.name }) : t('server.addTitle')}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onClick={() => void save()}>
            {checking ? t('servers.checking') : t('server.save')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('server.name')}
          value={fields.name}
          onChange={(event) => setFields({ ...fields, name: event.target.value })}
          error={tried && faults.name ? t('server.nameFault') : undefined}
          autoFocus
        />
        <TransportFields {...{ fields, setFields, tried, faults }} />
        <SecretFields
          fields={fields}
          faults={tried ? faults.secrets : new Set()}
          onChange={(secrets) => setFields({ ...fields, secrets })}
        />
        {problem ? <Problem name={fields.name} problem={problem} /> : null}
        {failure === null ? null : <FailureState look="inline" failure={failure} />}
      </form>
    </Dialog>
  );
}

interface TransportFieldsProps {
  fields: ServerFields;
  setFields: (fields: ServerFields) => void;
  tried: boolean;
  faults: { command: boolean; url: boolean };
}

function TransportFields({ fields, setFields, tried, faults }: TransportFieldsProps) {
  const { t } = useTranslation('tools');
  return (
    <>
      <RadioGroup
        label={t('server.kind')}
        layout="row"
        value={fields.kind}
        options={[
          { value: 'stdio', label: t('server.stdio') },
          { value: 'http', label: t('server.http') },
        ]}
        onValueChange={(kind) => setFields({ ...fields, kind })}
      />
      {fields.kind === 'stdio' ? (
        <>
          <TextField
            label={t('server.command')}
            hint={t('server.commandHint')}
            value={fields.command}
            spellCheck={false}
            onChange={(event) => setFields({ ...fields, command: event.target.value })}
            error={tried && faults.command ? t('server.commandFault') : undefined}
          />
          <TextArea
            label={t('server.args')}
            value={fields.args}
            spellCheck={false}
            rows={3}
            onChange={(event) => setFields({ ...fields, args: event.target.value })}
          />
        </>
      ) : (
        <TextField
          label={t('server.url')}
          value={fields.url}
          inputMode="url"
          spellCheck={false}
          onChange={(event) => setFields({ ...fields, url: event.target.value })}
          error={tried && faults.url ? t('server.urlFault') : undefined}
        />
      )}
    </>
  );
}
