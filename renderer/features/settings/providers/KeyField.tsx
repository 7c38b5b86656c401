import { ExternalLink, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset, Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { wantsNewKey } from './check-words.ts';
import { nameOf } from './form.ts';
import styles from './RouteForm.module.css';
import { cleanKey } from './route-words.ts';
import type { Connect } from './useConnect.ts';

export interface KeyFieldProps {
  connect: Connect;
  preset: Preset;
  route: Route | null;
  /** Whether the system encrypts keys. */
  system: boolean;
}

/** The key: hidden while it is typed, tidied when it is pasted, with the page where one is made. */
export function KeyField({ connect, preset, route, system }: KeyFieldProps) {
  const { t } = useTranslation('settings');
  const [shown, setShown] = useState(false);
  const { fields, faults, change } = connect;
  const stored = route !== null && route.keyStorage !== 'none';
  return (
    <>
      <TextField
        label={preset.needsKey ? t('form.key') : t('form.keyOptional')}
        type={shown ? 'text' : 'password'}
        value={fields.key}
        onChange={(event) => change({ key: event.target.value })}
        onPaste={(event) => {
          event.preventDefault();
          change({ key: cleanKey(event.clipboardData.getData('text')) });
        }}
        placeholder={stored ? t('form.keyStored') : t('form.keyPaste')}
        error={faults.key ? t('form.keyFault', { provider: nameOf(fields) }) : undefined}
        hint={system ? t('form.keySystem') : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={4000}
        end={
          <IconButton
            icon={shown ? EyeOff : Eye}
            name={shown ? t('form.keyHide') : t('form.keyShow')}
            size="small"
            onClick={() => setShown(!shown)}
          />
        }
      />
      {/* A key that was not accepted brings the same button with it. */}
      {wantsNewKey(connect.failure) ? null : <KeyPage preset={preset} className={styles.keyPage} />}
      {!system && fields.key !== '' ? <StorageChoice connect={connect} /> : null}
    </>
  );
}

/** Opens the provider's page for keys in the browser. */
export function KeyPage({ preset, className }: { preset: Preset; className?: string | undefined }) {
  const { t } = useTranslation('settings');
  const tellFailure = useFailureToast();
  if (preset.keyUrl === '') return null;
  return (
    <Button
      variant="plain"
      size="small"
      icon={ExternalLink}
      className={className}
      onClick={() => void call('app.openExternal', { url: preset.keyUrl }).catch(tellFailure)}
    >
      {t('form.getKey', { provider: preset.name })}
    </Button>
  );
}

/** Where the system offers no encryption the user is told, and chooses. */
function StorageChoice({ connect }: { connect: Connect }) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.warning}>
      <p>{t('storage.told')}</p>
      <RadioGroup
        label={t('storage.label')}
        hideLabel
        value={connect.fields.storage}
        options={[
          { value: 'session', label: t('storage.session'), hint: t('storage.sessionHint') },
          { value: 'plain', label: t('storage.plain'), hint: t('storage.plainHint') },
        ]}
        onValueChange={(storage) => connect.change({ storage })}
      />
    </div>
  );
}
