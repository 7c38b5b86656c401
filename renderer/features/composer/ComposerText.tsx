import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Agent } from '#contract';
import { TextArea } from '../../ui/TextArea.tsx';
import { useEnter } from '../../ui/useEnter.ts';
import type { ComposerBox } from './box.ts';
import styles from './Composer.module.css';
import { type CommandName, menuOptions, takesWords } from './commands.ts';
import { MentionMenu } from './MentionMenu.tsx';
import { mentionAt, withMention } from './mention.ts';
import { optionId } from './option-id.ts';
import { SlashMenu } from './SlashMenu.tsx';
import { useOptions } from './useOptions.ts';

export interface ComposerTextProps {
  box: ComposerBox;
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Those that `@` finds. */
  agents: readonly Agent[];
  placeholder: string;
  onSubmit: () => void;
  onCommand: (name: CommandName, argument: string) => void;
  onEditLast: () => void;
}

/** The text of the message box, with the menus that a slash and an `@` open. */
export function ComposerText(props: ComposerTextProps) {
  const { box, ref, placeholder, onSubmit, onEditLast } = props;
  const { t } = useTranslation('composer');
  const text = useStore(box.store, (state) => state.text);
  const [focused, setFocused] = useState(false);
  const [caret, setCaret] = useState(0);
  const listId = useId();
  const enter = useEnter(onSubmit);
  const commands = useCommandMenu(props, text, focused);
  const mentions = useMentionMenu(props, text, caret, focused);
  const menu = commands.open ? commands : mentions.open ? mentions : null;
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (!composing && menu?.onKey(event.key)) event.preventDefault();
    else if (!composing && event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      onEditLast();
    }
    enter.onKeyDown(event);
  };
  return (
    <>
      {commands.open ? (
        <SlashMenu id={listId} {...commands} onHover={commands.hover} />
      ) : mentions.open ? (
        <MentionMenu id={listId} {...mentions} onHover={mentions.hover} />
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
        aria-controls={menu ? listId : undefined}
        aria-activedescendant={menu ? optionId(listId, menu.active) : undefined}
        onChange={(event) => {
          box.setText(event.target.value);
          setCaret(event.target.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
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
function useCommandMenu({ box, agents, onCommand }: ComposerTextProps, text: string, focused: boolean) {
  const names = agents.map(({ name }) => name);
  const onChoose = ({ name, word }: ReturnType<typeof menuOptions>[number]) => onCommand(name, word);
  const menu = useOptions({
    options: menuOptions(text, names),
    query: text,
    focused,
    onChoose,
    // Tab leaves room for more words where the command takes some.
    onTab: ({ name, word }) => {
      if (!takesWords(name)) return false;
      box.setText(word ? `/${name} ${word} ` : `/${name} `);
      return true;
    },
  });
  return { ...menu, onChoose };
}

function useMentionMenu(
  { box, ref, agents }: ComposerTextProps,
  text: string,
  caret: number,
  focused: boolean,
) {
  // A single agent needs no name: it answers anyway.
  const begun = agents.length > 1 ? mentionAt(text, caret, agents) : null;
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is put behind the name once it is there
  useLayoutEffect(() => {
    if (next.current !== null) ref.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [text]);
  const onChoose = (agent: Agent) => {
    if (!begun) return;
    const named = withMention(text, begun, agent);
    next.current = named.caret;
    box.setText(named.text);
  };
  const query = begun ? text.slice(begun.from, begun.to) : '';
  return { ...useOptions({ options: begun?.options ?? [], query, focused, onChoose }), onChoose };
}
