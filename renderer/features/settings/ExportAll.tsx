import { FileOutput } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useExportDialog } from '../../app/conversation/export.ts';
import { call } from '../../bridge/call.ts';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useFailureToast } from '../../ui/useFailureToast.ts';
import { Section } from './Section.tsx';

/** Everything out of the app at once. */
export function ExportAll() {
  const { t } = useTranslation('export');
  const failed = useFailureToast();
  const open = useExportDialog((state) => state.open);
  const [looking, setLooking] = useState(false);
  const start = async () => {
    setLooking(true);
    try {
      const all = await allConversations();
      const [only] = all;
      if (!only) showToast({ text: t('all.none') });
      else open({ conversationIds: all.map(({ id }) => id), title: all.length === 1 ? only.title : null });
    } catch (caught) {
      failed(caught);
    } finally {
      setLooking(false);
    }
  };
  return (
    <Section title={t('all.title')} hint={t('all.hint')}>
      <div>
        <Button icon={FileOutput} onClick={() => void (looking || start())}>
          {t('all.action')}
        </Button>
      </div>
    </Section>
  );
}

/** Page by page; those in the trash stay. */
async function allConversations(): Promise<{ id: string; title: string }[]> {
  const all: { id: string; title: string }[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page: { items: { id: string; title: string }[]; next: string | null } = await call(
      'conversations.list',
      {
        limit: 200,
        ...(after ? { after } : {}),
      },
    );
    all.push(...page.items);
    after = page.next;
  }
  return all;
}
