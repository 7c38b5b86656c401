import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProxySignIn as Kept } from '#contract';
import { call } from '../../../bridge/call.ts';
import { reportError } from '../../../bridge/report.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import styles from './Providers.module.css';

/** The name and password for the user's own proxy. What is kept is named, and never shown again. */
export function ProxySignIn() {
  const { t } = useTranslation('settings');
  const tellFailure = useFailureToast();
  const [kept, setKept] = useState<Kept | null>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    call('providers.proxySignIn', {}).then(setKept, reportError);
  }, []);
  if (!kept) return null;
  const forget = () => call('providers.setProxySignIn', { signIn: null }).then(setKept, tellFailure);
  if (kept.storage !== 'none')
    return (
      <div className={styles.reader}>
        <span>
          {t(kept.storage === 'system' ? 'proxy.signIn.kept' : 'proxy.signIn.keptSession', {
            name: kept.username,
          })}
        </span>
        <Button size="small" onClick={() => void forget()}>
          {t('proxy.signIn.forget')}
        </Button>
      </div>
    );
  if (open)
    return (
      <SignInForm
        onKept={(signedIn) => {
          setKept(signedIn);
          setOpen(false);
        }}
      />
    );
  return (
    <div>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('proxy.signIn.open')}
      </Button>
    </div>
  );
}

function SignInForm({ onKept }: { onKept: (kept: Kept) => void }) {
  const { t } = useTranslation('settings');
  const tellFailure = useFailureToast();
  const system = useEncryption();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [shown, setShown] = useState(false);
  const [tried, setTried] = useState(false);
  const missing = (text: string) => (tried && text.trim() === '' ? t('proxy.signIn.fault') : undefined);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (username.trim() === '' || password === '') return;
    call('providers.setProxySignIn', { signIn: { username, password } }).then(onKept, tellFailure);
  };
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, maxLength: 200 } as const;
  return (
    <form className={styles.signIn} noValidate onSubmit={keep}>
      <TextField
        label={t('proxy.signIn.name')}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={missing(username)}
        autoFocus
        {...plain}
      />
      <TextField
        label={t('proxy.signIn.password')}
        type={shown ? 'text' : 'password'}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={missing(password)}
        hint={system === null ? undefined : t(system ? 'proxy.signIn.system' : 'proxy.signIn.session')}
        end={
          <IconButton
            icon={shown ? EyeOff : Eye}
            name={t(shown ? 'proxy.signIn.passwordHide' : 'proxy.signIn.passwordShow')}
            size="small"
            onClick={() => setShown(!shown)}
          />
        }
        {...plain}
      />
      <div>
        <Button size="small" variant="primary" type="submit">
          {t('proxy.signIn.keep')}
        </Button>
      </div>
    </form>
  );
}

/** Whether the system encrypts what is kept; null until that is known. */
function useEncryption(): boolean | null {
  const [system, setSystem] = useState<boolean | null>(null);
  useEffect(() => {
    call('providers.keyProtection', {}).then((protection) => setSystem(protection.system), reportError);
  }, []);
  return system;
}
