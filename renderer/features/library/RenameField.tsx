import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RenameField.module.css';

export interface RenameFieldProps {
  title: string;
  /** The new title, or null when nothing is to change. Called once. */
  onDone: (title: string | null) => void;
}

/** Renames in place: Enter and leaving the field keep the new title, Escape keeps the old one. */
export function RenameField({ title, onDone }: RenameFieldProps) {
  const { t } = useTranslation('library');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(title);
  const over = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const finish = (keep: boolean) => {
    if (over.current) return;
    over.current = true;
    const wanted = text.trim();
    onDone(keep && wanted !== '' && wanted !== title ? wanted : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The focus moves to the row at once: the rest of this key press must not open it.
    event.preventDefault();
    finish(event.key === 'Enter');
  };
  return (
    <input
      ref={input}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
      data-own-escape
      aria-label={t('rename.label')}
      placeholder={t('untitled')}
      maxLength={200}
      dir="auto"
      spellCheck={false}
      className={styles.field}
    />
  );
}
