import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TextArea } from '../../ui/TextArea.tsx';
import { useEnter } from '../../ui/useEnter.ts';
import type { ComposerBox } from './box.ts';
import styles from './Composer.module.css';
import { type CommandName, matchingCommands, menuQuery } from './commands.ts';
import { optionId, SlashMenu } from './SlashMenu.tsx';

export interface ComposerTextProps {
  box: ComposerBox;
  ref: RefObject<HTMLTextAreaElement | null>;
  placeholder: string;
  onSubmit: () => void;
  onCommand: (name: CommandName, argument: string) => void;
  onEditLast: () => void;
}

/** The text of the message box, with the menu of commands that a slash opens. */
export function ComposerText({ box, ref, placeholder, onSubmit, onCommand, onEditLast }: ComposerTextProps) {
  const { t } = useTranslation('composer');
  const text = useStore(box.store, (state) => state.text);
  const menu = useSlashMenu(text);
  const listId = useId();
  const enter = useEnter(onSubmit);
  const choose = (name: CommandName) => onCommand(name, '');
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (!composing && menu.open && menu.onKey(event.key, choose)) event.preventDefault();
    else if (!composing && event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
    enter.onKeyDown(event);
  };
  return (
    <>
      {menu.open ? (
        <SlashMenu
          id={listId}
          names={menu.names}
          active={menu.active}
          onChoose={choose}
          onHover={menu.hover}
        />
      ) : null}
      <TextArea
        ref={ref}
        label={t('label')}
        hideLabel
        look="bare"
        rows={1}
        dir="auto"
        value={text}
        placeholder={placeholder}
        className={styles.text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={menu.open ? listId : undefined}
        aria-activedescendant={menu.open ? optionId(listId, menu.active) : undefined}
        onChange={(event) => box.setText(event.target.value)}
        onKeyDown={onKeyDown}
        onCompositionEnd={enter.onCompositionEnd}
        onPaste={(event) => pasteFiles(event, box)}
        onBlur={() => box.flush()}
      />
    </>
  );
}

/** Takes pasted files. A copy from a word processor brings a picture of its text along: there the text counts. */
function pasteFiles(event: ClipboardEvent, box: ComposerBox): void {
  const { files, types } = event.clipboardData;
  if (files.length === 0 || types.includes('text/plain')) return;
  event.preventDefault();
  void box.add([...files]);
}

function useSlashMenu(text: string) {
  const [active, setActive] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const query = menuQuery(text);
  const names = query === null ? [] : matchingCommands(query);
  const open = names.length > 0 && closedFor !== text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top again
  useEffect(() => setActive(0), [query]);
  return {
    open,
    names,
    active: Math.min(active, names.length - 1),
    hover: setActive,
    /** Whether the menu took the key. */
    onKey: (key: string, choose: (name: CommandName) => void): boolean => {
      const name = names[Math.min(active, names.length - 1)];
      if (key === 'ArrowDown') setActive((active + 1) % names.length);
      else if (key === 'ArrowUp') setActive((active + names.length - 1) % names.length);
      else if (key === 'Escape') setClosedFor(text);
      else if ((key === 'Enter' || key === 'Tab') && name) choose(name);
      else return false;
      return true;
    },
  };
}
