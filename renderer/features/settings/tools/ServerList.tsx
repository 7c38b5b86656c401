import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolServer } from '#contract';
import type { Asked } from '../../../bridge/useAsk.ts';
import { Button } from '../../../ui/Button.tsx';
import { FailureState } from '../../../ui/FailureState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from '../providers/Providers.module.css';
import { Section } from '../Section.tsx';
import { ServerCard } from './ServerCard.tsx';
import { ServerDialog } from './ServerDialog.tsx';
import own from './Tools.module.css';

export interface ServerListProps {
  servers: Asked<ToolServer[]>;
  onAgain: () => void;
}

/** The servers of tools. */
export function ServerList({ servers, onAgain }: ServerListProps) {
  const { t } = useTranslation('tools');
  const { t: common } = useTranslation('common');
  const [open, setOpen] = useState<ToolServer | 'new' | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const known = servers.status === 'ready' ? servers.value : [];
  return (
    <Section
      title={t('servers.title')}
      hint={t('servers.hint')}
      action={
        <Button ref={addButton} icon={Plus} onClick={() => setOpen('new')}>
          {t('servers.add')}
        </Button>
      }
    >
      {servers.status === 'loading' ? <Skeleton label={common('loading')} lines={2} /> : null}
      {servers.status === 'failed' ? (
        <FailureState
          failure={servers.failure}
          actions={<Button onClick={onAgain}>{common('retry')}</Button>}
        />
      ) : null}
      {servers.status === 'ready' && known.length === 0 ? (
        <p className={own.none}>{t('servers.none')}</p>
      ) : null}
      <ul className={styles.cards}>
        {known.map((server) => (
          <ServerCard
            key={server.id}
            server={server}
            onEdit={() => setOpen(server)}
            onGone={() => addButton.current?.focus()}
          />
        ))}
      </ul>
      {open === null ? null : (
        <ServerDialog
          server={open === 'new' ? null : open}
          others={known.filter((server) => server !== open)}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}
