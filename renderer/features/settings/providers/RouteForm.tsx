import { useTranslation } from 'react-i18next';
import type { Preset, Route } from '#contract';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ProgressLine } from '../../../ui/ProgressLine.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { canWait, describeCheck, wantsNewKey } from './check-words.ts';
import { nameOf, type OfferedWire, offeredWires } from './form.ts';
import { KeyField, KeyPage } from './KeyField.tsx';
import styles from './RouteForm.module.css';
import { isReadableOnTheWay } from './route-words.ts';
import type { Connect } from './useConnect.ts';

export interface RouteFormProps {
  /** The form element's id, for a submit button outside of it. */
  id: string;
  connect: Connect;
  preset: Preset;
  route: Route | null;
  /** Whether the system encrypts keys. */
  system: boolean;
}

/** Name, address and key of a provider, and what its live check said. */
export function RouteForm({ id, connect, preset, route, system }: RouteFormProps) {
  const { t } = useTranslation('settings');
  const { fields } = connect;
  const own = preset.id === 'other';
  const asksAddress = preset.baseUrl === '' && route === null;
  return (
    <form
      id={id}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (connect.phase !== 'checking') connect.checkAndSave();
      }}
    >
      {own || asksAddress ? <Address connect={connect} example={preset.baseUrlExample} /> : null}
      <KeyField {...{ connect, preset, route, system }} />
      {own ? (
        <>
          <Name connect={connect} />
          <Select<OfferedWire>
            label={t('form.wire')}
            value={connect.fields.wire}
            options={offeredWires.map((value) => ({ value, label: t(`wire.${value}`) }))}
            onValueChange={(wire) => connect.change({ wire })}
          />
        </>
      ) : (
        <More connect={connect} open={route !== null} asked={asksAddress} />
      )}
      {connect.phase === 'checking' ? (
        <div role="status" className={styles.checking}>
          {t('check.running', { provider: nameOf(fields) })}
          <ProgressLine label={t('check.running', { provider: nameOf(fields) })} />
        </div>
      ) : null}
      {connect.phase === 'failed' ? <CheckFailure connect={connect} preset={preset} /> : null}
    </form>
  );
}

/** What Bough fills in by itself for a provider that it knows. */
function More({ connect, open, asked }: { connect: Connect; open: boolean; asked: boolean }) {
  const { t } = useTranslation('settings');
  const { name, baseUrl } = connect.faults;
  return (
    <details className={styles.more} open={open || name || (baseUrl && !asked)}>
      <summary className={styles.summary}>{t('form.more')}</summary>
      <div className={styles.form}>
        <Name connect={connect} />
        {asked ? null : <Address connect={connect} />}
      </div>
    </details>
  );
}

function Name({ connect: { fields, faults, change } }: { connect: Connect }) {
  const { t } = useTranslation('settings');
  return (
    <TextField
      label={t('form.name')}
      hint={t('form.nameHint')}
      value={fields.name}
      placeholder={nameOf({ ...fields, name: '' })}
      onChange={(event) => change({ name: event.target.value })}
      error={faults.name ? t('form.nameFault') : undefined}
      maxLength={100}
    />
  );
}

function Address({
  connect: { fields, faults, change },
  example,
}: {
  connect: Connect;
  example?: string | undefined;
}) {
  const { t } = useTranslation('settings');
  const readable = fields.key !== '' && isReadableOnTheWay(fields.baseUrl);
  return (
    <TextField
      label={t('form.address')}
      hint={readable ? t('form.addressReadable') : t('form.addressHint')}
      value={fields.baseUrl}
      onChange={(event) => change({ baseUrl: event.target.value })}
      error={faults.baseUrl ? t('form.addressFault') : undefined}
      placeholder={example ?? 'https://'}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      maxLength={2000}
    />
  );
}

function CheckFailure({ connect, preset }: { connect: Connect; preset: Preset }) {
  const { t } = useTranslation('settings');
  const { t: errors } = useTranslation('errors');
  const { title, text, detail } = describeCheck(t, errors, connect.failure, nameOf(connect.fields));
  return (
    <ErrorState
      look="inline"
      title={title}
      detail={detail}
      actions={
        <>
          {wantsNewKey(connect.failure) ? <KeyPage preset={preset} /> : null}
          {canWait(connect.failure) ? (
            <Button size="small" onClick={connect.saveAnyway}>
              {t('check.saveAnyway')}
            </Button>
          ) : null}
        </>
      }
    >
      {text}
    </ErrorState>
  );
}
