import { Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Message } from '#contract';
import { daysBetween, useFormat } from '../../../app/i18n/format.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import styles from './MessageBar.module.css';
import { SiblingSwitcher } from './SiblingSwitcher.tsx';
import type { MessageActions } from './useMessageActions.ts';

export interface MessageBarProps {
  message: Message;
  actions: MessageActions;
  /** Its controls can be reached with Tab. */
  active: boolean;
}

/** What an answer cost, where that is known and anything was charged. */
function AnswerCost({ message: { usage } }: { message: Message }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  if (!usage?.cost) return null;
  const { cost, input, output, cacheRead, cacheWrite } = usage;
  const money = format.money(cost);
  const sentence = t('answer', {
    money,
    read: format.number(input + cacheRead + cacheWrite),
    cached: format.number(cacheRead),
    written: format.number(output),
  });
  return (
    <span className={styles.time} title={sentence}>
      {money}
    </span>
  );
}

/** Below a message: its versions, what can be done with it, and when it was written. */
export function MessageBar({ message, actions, active }: MessageBarProps) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const isToday = daysBetween(Date.now(), message.createdAt) === 0;
  const tabIndex = active ? 0 : -1;
  const more = actions.menu.length > actions.bar.length && actions.bar.length > 0;
  const versions = <SiblingSwitcher message={message} tabIndex={tabIndex} />;
  return (
    <div className={styles.bar} data-copy="skip">
      {/* Always in sight, so they stand where the message itself begins or ends. */}
      {message.role === 'agent' ? versions : null}
      <div className={styles.actions}>
        {actions.bar.map(({ label, onSelect }) => (
          <button key={label} type="button" tabIndex={tabIndex} className={styles.action} onClick={onSelect}>
            {label}
          </button>
        ))}
        {more ? (
          <Menu
            trigger={
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={t('actions.more')}
                className={styles.action}
              >
                <Icon icon={Ellipsis} size={16} />
              </button>
            }
            entries={actions.menu.slice(actions.bar.length + 1)}
          />
        ) : null}
        {message.createdAt > 0 ? (
          <time className={styles.time} dateTime={new Date(message.createdAt).toISOString()}>
            {isToday ? format.time(message.createdAt) : format.dateTime(message.createdAt)}
          </time>
        ) : null}
        <AnswerCost message={message} />
      </div>
      {message.role === 'user' ? versions : null}
    </div>
  );
}
