import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import type { MessageBodyProps } from './AgentMessage.tsx';
import { Attachments } from './Attachments.tsx';
import styles from './Message.module.css';
import { absentIn, attachmentsOf, textOf } from './parts.ts';

/** Characters and lines of a message that are shown before the reader asks for all. */
const shownAtFirst = { characters: 4000, lines: 30 };

/** The user's message: a bubble on the right, as it was typed. */
export function UserMessage({ message, body, nameId, name }: MessageBodyProps) {
  const { t } = useTranslation('chat');
  const [whole, setWhole] = useState(false);
  const text = textOf(message);
  const start = beginning(text);
  const cut = !whole && start.length < text.length;
  return (
    <div className={styles.mine}>
      <h2 id={nameId} className={styles.hiddenName}>
        {name}
      </h2>
      <Attachments attachments={attachmentsOf(message)} absent={absentIn(message)} />
      {text === '' ? null : (
        <div className={styles.bubble}>
          <div ref={body} dir="auto" className={styles.typed}>
            {cut ? `${start}…` : text}
          </div>
          {cut ? (
            <Button variant="plain" size="small" className={styles.more} onClick={() => setWhole(true)}>
              {t('message.showAll')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function beginning(text: string): string {
  const lines = text.slice(0, shownAtFirst.characters).split('\n');
  return lines.slice(0, shownAtFirst.lines).join('\n');
}
