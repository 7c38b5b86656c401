import { ChevronRight, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServer, Preset } from '#contract';
import { useAsk } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import styles from './PresetPicker.module.css';
import { filterPresets } from './route-words.ts';

export interface PresetPickerProps {
  onPick: (preset: Preset) => void;
  /** A model server that answers on this computer was chosen. */
  onServer: (server: LocalServer) => void;
}

/** Every provider that Bough knows how to reach, to be picked by name; first those found on this computer. */
export function PresetPicker({ onPick, onServer }: PresetPickerProps) {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const [presets, again] = useAsk('providers.presets');
  const [servers] = useAsk('providers.detectLocal');
  const [text, setText] = useState('');
  if (presets.status === 'loading') return <Skeleton label={common('loading')} lines={6} />;
  if (presets.status === 'failed')
    return (
      <FailureState failure={presets.failure} actions={<Button onClick={again}>{common('retry')}</Button>} />
    );
  const found = servers.status === 'ready' ? servers.value : [];
  const running = new Set<string>(found.map(({ preset }) => preset));
  const shown = filterPresets(presets.value, text).filter(({ id }) => !running.has(id));
  const other = presets.value.find(({ id }) => id === 'other');
  return (
    <div className={styles.picker}>
      <TextField
        label={t('pick.search')}
        hideLabel
        icon={Search}
        placeholder={t('pick.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        autoFocus
      />
      {text === '' && found.length > 0 ? (
        <List label={t('pick.running')}>
          {found.map((server) => (
            <Choice
              key={server.preset}
              name={server.name}
              hint={t('models', { count: server.models.length })}
              onPick={() => onServer(server)}
            />
          ))}
        </List>
      ) : null}
      <Presets label={t('pick.remote')} presets={shown.filter(({ needsKey }) => needsKey)} onPick={onPick} />
      <Presets label={t('pick.own')} presets={shown.filter(({ needsKey }) => !needsKey)} onPick={onPick} />
      {shown.length === 0 && other ? (
        <div className={styles.none}>
          <p>{t('pick.none', { text: text.trim() })}</p>
          <Button onClick={() => onPick(other)}>{t('pick.noneWay')}</Button>
        </div>
      ) : null}
    </div>
  );
}

interface PresetsProps {
  label: string;
  presets: readonly Preset[];
  onPick: (preset: Preset) => void;
}

function Presets({ label, presets, onPick }: PresetsProps) {
  const { t } = useTranslation('settings');
  if (presets.length === 0) return null;
  return (
    <List label={label}>
      {presets.map((preset) => (
        <Choice
          key={preset.id}
          name={preset.id === 'other' ? t('pick.other') : preset.name}
          hint={hostOf(preset) ?? t('pick.otherHint')}
          onPick={() => onPick(preset)}
        />
      ))}
    </List>
  );
}

/** Null where the user has to say which server it is. */
function hostOf({ baseUrl, baseUrlExample }: Preset): string | null {
  const address = baseUrl || baseUrlExample;
  return address ? new URL(address).host : null;
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={styles.heading}>{label}</h3>
      <ul aria-label={label} className={styles.list}>
        {children}
      </ul>
    </div>
  );
}

function Choice({ name, hint, onPick }: { name: string; hint: string; onPick: () => void }) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onPick}>
        <span className={styles.words}>
          <span className={styles.name}>{name}</span>
          <span className={styles.hint}>{hint}</span>
        </span>
        <Icon icon={ChevronRight} size={16} className={styles.chevron} />
      </button>
    </li>
  );
}
