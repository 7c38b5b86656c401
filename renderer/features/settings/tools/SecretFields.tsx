import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { SecretField, ServerFields } from './server-form.ts';
import styles from './Tools.module.css';

export interface SecretFieldsProps {
  fields: ServerFields;
  /** Keys of those whose names cannot be taken. */
  faults: ReadonlySet<number>;
  onChange: (secrets: readonly SecretField[]) => void;
}

/** Environment variables or headers that a server needs. Stored values are never shown. */
export function SecretFields({ fields: { kind, secrets }, faults, onChange }: SecretFieldsProps) {
  const { t } = useTranslation('tools');
  const change = (key: number, part: Partial<SecretField>) =>
    onChange(secrets.map((secret) => (secret.key === key ? { ...secret, ...part } : secret)));
  const add = () => {
    const key = Math.max(-1, ...secrets.map((secret) => secret.key)) + 1;
    onChange([...secrets, { key, name: '', value: '', kept: false }]);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('server.secrets')}</legend>
      <p className={styles.about}>
        {t(kind === 'stdio' ? 'server.secretsHintStdio' : 'server.secretsHintHttp')}
      </p>
      {secrets.map(({ key, name, value, kept }) => (
        <div key={key} className={styles.secret}>
          <TextField
            className={styles.field}
            label={t('server.secretName')}
            value={name}
            readOnly={kept}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change(key, { name: event.target.value })}
            error={faults.has(key) ? t('server.secretFault') : undefined}
          />
          <TextField
            className={styles.field}
            label={t('server.secretValue')}
            type="password"
            value={value}
            autoComplete="off"
            placeholder={kept ? t('server.secretKept') : undefined}
            onChange={(event) => change(key, { value: event.target.value })}
          />
          <IconButton
            icon={X}
            name={t('server.removeSecret', { name })}
            onClick={() => onChange(secrets.filter((secret) => secret.key !== key))}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={Plus} onClick={add}>
          {t('server.addSecret')}
        </Button>
      </div>
    </fieldset>
  );
}
