import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { TextArea } from '../../ui/TextArea.tsx';
import { useEnter } from '../../ui/useEnter.ts';
import type { ComposerBox } from './box.ts';
import styles from './Composer.module.css';
import { type CommandName, type MenuOption, menuOptions, takesWords } from './commands.ts';
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
  const [focused, setFocused] = useState(false);
  const menu = useSlashMenu(text, focused);
  const listId = useId();
  const enter = useEnter(onSubmit);
  const choose = ({ name, word }: MenuOption) => onCommand(name, word);
  const complete = ({ name, word }: MenuOption) => box.setText(word ? `/${name} ${word} ` : `/${name} `);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (!composing && menu.open && menu.onKey(event.key, choose, complete)) event.preventDefault();
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
          options={menu.options}
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
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          box.flush();
        }}
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

/** Open while the text has the focus: a draft that begins with a slash opens no menu over a dialog. */
function useSlashMenu(text: string, focused: boolean) {
  const [active, setActive] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const options = menuOptions(text);
  const open = focused && options.length > 0 && closedFor !== text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query starts at the top again
  useEffect(() => setActive(0), [text]);
  return {
    open,
    options,
    active: Math.min(active, options.length - 1),
    hover: setActive,
    /** Whether the menu took the key. Tab leaves room for more words where the command takes some. */
    onKey: (key: string, choose: OnOption, complete: OnOption): boolean => {
      const option = options[Math.min(active, options.length - 1)];
      if (key === 'ArrowDown') setActive((active + 1) % options.length);
      else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
      else if (key === 'Escape') setClosedFor(text);
      else if (key === 'Tab' && option && takesWords(option.name)) complete(option);
      else if ((key === 'Enter' || key === 'Tab') && option) choose(option);
      else return false;
      return true;
    },
  };
}

type OnOption = (option: MenuOption) => void;
