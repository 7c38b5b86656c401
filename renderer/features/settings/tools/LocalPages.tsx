import { useTranslation } from 'react-i18next';
import { call } from '../../../bridge/call.ts';
import { useAnswer } from '../../../bridge/useAnswer.ts';
import { Switch } from '../../../ui/Switch.tsx';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { Section } from '../Section.tsx';

/** Whether pages of this computer and the local network may be fetched. */
export function LocalPages() {
  const { t } = useTranslation('tools');
  const failed = useFailureToast();
  const [settings, again] = useAnswer('tools.settings', {});
  const change = (localAddresses: boolean) => {
    call('tools.setSettings', { localAddresses }).then(again, failed);
  };
  return (
    <Section title={t('web.title')}>
      <Switch
        label={t('web.local')}
        hint={t('web.localHint')}
        checked={settings.status === 'ready' && settings.value.localAddresses}
        onCheckedChange={change}
      />
    </Section>
  );
}
