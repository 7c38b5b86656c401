import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setPreferences, usePreferences } from '../../../bridge/preferences.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { ProxySignIn } from './ProxySignIn.tsx';

type Way = 'system' | 'none' | 'own';

/** The way to everything outside: some networks let programs out through a proxy alone. */
export function ProxyChoice() {
  const { t } = useTranslation('settings');
  const kept = usePreferences((state) => state.proxy);
  const keptWay: Way = kept === 'system' || kept === 'none' ? kept : 'own';
  const [way, setWay] = useState(keptWay);
  const [address, setAddress] = useState(keptWay === 'own' ? kept : '');
  const [fault, setFault] = useState(false);
  const choose = (chosen: Way) => {
    setWay(chosen);
    if (chosen !== 'own') void setPreferences({ proxy: chosen });
    else if (isProxyAddress(address)) void setPreferences({ proxy: address.trim() });
  };
  const keep = () => {
    setFault(!isProxyAddress(address));
    if (isProxyAddress(address)) void setPreferences({ proxy: address.trim() });
  };
  return (
    <>
      <RadioGroup<Way>
        label={t('proxy.title')}
        hideLabel
        value={way}
        options={[
          { value: 'system', label: t('proxy.system') },
          { value: 'none', label: t('proxy.none') },
          { value: 'own', label: t('proxy.own') },
        ]}
        onValueChange={choose}
      />
      {way === 'own' ? (
        <>
          <TextField
            label={t('proxy.address')}
            value={address}
            onChange={(event) => {
              setAddress(event.target.value);
              setFault(false);
            }}
            onBlur={keep}
            error={fault ? t('proxy.fault') : undefined}
            placeholder="http://proxy.example:8080"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
          />
          {keptWay === 'own' ? <ProxySignIn key={kept} /> : null}
        </>
      ) : null}
    </>
  );
}

function isProxyAddress(text: string): boolean {
  const address = text.trim();
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return /^(?:https?|socks5):$/.test(protocol) && host !== '' && username === '' && password === '';
}
