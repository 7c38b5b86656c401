import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LocalServer, Route } from '#contract';
import { call } from '../../../bridge/call.ts';
import { keepLocalServer, loadProviders, useProviders } from '../../../bridge/providers.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useFailureToast } from '../../../ui/useFailureToast.ts';
import { Section } from '../Section.tsx';
import { DefaultReader } from './DefaultReader.tsx';
import { LocalServers } from './LocalServers.tsx';
import { ModelsDialog } from './ModelsDialog.tsx';
import ProviderDialog from './ProviderDialog.tsx';
import styles from './Providers.module.css';
import { ProxyChoice } from './ProxyChoice.tsx';
import { ReaderStep } from './ReaderStep.tsx';
import { RouteCard } from './RouteCard.tsx';

/** What is open on top of the list. Routes are named by id, so that what is shown is never stale. */
type Open =
  | { kind: 'add' }
  | { kind: 'edit'; id: string }
  | { kind: 'models'; id: string }
  | { kind: 'remove'; id: string }
  | { kind: 'kept'; route: Route }
  | null;

/** The providers and their keys, the model of new conversations, and what runs on this computer. */
export function Providers() {
  const { t } = useTranslation('settings');
  const { t: common } = useTranslation('common');
  const { status, failure, routes, defaultReader } = useProviders();
  const [open, setOpen] = useState<Open>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const tellFailure = useFailureToast();
  const keep = (server: LocalServer) => {
    keepLocalServer(server).then((route) => setOpen({ kind: 'kept', route }), tellFailure);
  };
  if (status === 'loading') return <Skeleton label={common('loading')} lines={6} />;
  if (status === 'failed' && routes.length === 0)
    return (
      <FailureState
        failure={failure}
        actions={<Button onClick={() => void loadProviders()}>{common('retry')}</Button>}
      />
    );
  return (
    <>
      <Section title={t('reader.label')}>
        <DefaultReader routes={routes} reader={defaultReader} />
      </Section>
      <Section
        title={t('providers.title')}
        hint={t('providers.hint')}
        action={
          <Button ref={addButton} variant="primary" icon={Plus} onClick={() => setOpen({ kind: 'add' })}>
            {t('providers.add')}
          </Button>
        }
      >
        <ul className={styles.cards}>
          {practiceLast(routes).map((route) => (
            <RouteCard
              key={route.id}
              route={route}
              onEdit={() => setOpen({ kind: 'edit', id: route.id })}
              onModels={() => setOpen({ kind: 'models', id: route.id })}
              onRemove={() => setOpen({ kind: 'remove', id: route.id })}
            />
          ))}
        </ul>
      </Section>
      <Section title={t('local.title')} hint={t('local.hint')}>
        <LocalServers routes={routes} onKeep={keep} />
      </Section>
      <Section title={t('proxy.title')} hint={t('proxy.hint')}>
        <ProxyChoice />
      </Section>
      <OnTop
        open={open}
        routes={routes}
        onClose={() => setOpen(null)}
        onRemoved={() => addButton.current?.focus()}
      />
    </>
  );
}

/** The practice assistant is always there, so it stands last. */
function practiceLast(routes: readonly Route[]): readonly Route[] {
  return [...routes].sort((a, b) => Number(a.wire === 'practice') - Number(b.wire === 'practice'));
}

interface OnTopProps {
  open: Open;
  routes: readonly Route[];
  onClose: () => void;
  /** A provider's card is gone, and the focus with it. */
  onRemoved: () => void;
}

function OnTop({ open, routes, onClose, onRemoved }: OnTopProps) {
  if (open === null) return null;
  if (open.kind === 'add') return <ProviderDialog route={null} onClose={onClose} onDone={onClose} />;
  if (open.kind === 'kept') return <ReaderStep route={open.route} onDone={onClose} />;
  const route = routes.find(({ id }) => id === open.id);
  if (!route) return null;
  if (open.kind === 'edit') return <ProviderDialog route={route} onClose={onClose} onDone={onClose} />;
  if (open.kind === 'models') return <ModelsDialog route={route} onClose={onClose} />;
  return <RemoveDialog route={route} onClose={onClose} onRemoved={onRemoved} />;
}

interface RemoveDialogProps {
  route: Route;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before a provider and its key go: the key cannot be brought back. */
function RemoveDialog({ route, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation('settings');
  const tellFailure = useFailureToast();
  const { name } = route;
  const remove = () => {
    call('providers.removeRoute', { id: route.id }).then(() => {
      onRemoved();
      showToast({ text: t('remove.done', { name }) });
    }, tellFailure);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      danger
      title={t('remove.title', { name })}
      description={route.keyStorage === 'none' ? t('remove.textNoKey') : t('remove.text')}
      action={t('remove.action', { name })}
      onConfirm={remove}
    />
  );
}
