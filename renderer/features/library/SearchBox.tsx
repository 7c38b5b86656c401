import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/IconButton.tsx';
import { TextField } from '../../ui/TextField.tsx';

export interface SearchBoxProps {
  text: string;
  onTextChange: (text: string) => void;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Id of the list of results, while it is shown. */
  listId: string | undefined;
  /** Id of the result that Enter opens. */
  activeId: string | undefined;
  /** Moves among the results: 1 down, -1 up, round and round. */
  onMove: (step: 1 | -1) => void;
  onOpen: () => void;
}

/**
 * The search box with the keyboard of a combo box: arrows move in the results, Enter opens, Escape clears. What an
 * input method is still composing is not searched for, and its keys are its own.
 */
export function SearchBox(props: SearchBoxProps) {
  const { text, onTextChange, inputRef, listId, activeId, onMove, onOpen } = props;
  const { t } = useTranslation('library');
  /** What stands in the box while an input method composes; null otherwise. */
  const [composing, setComposing] = useState<string | null>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      event.stopPropagation();
      onTextChange('');
    }
    if (!listId) return;
    if (event.key === 'Enter') onOpen();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    onMove(event.key === 'ArrowDown' ? 1 : -1);
  };

  return (
    <search>
      <TextField
        ref={inputRef}
        label={t('search.label')}
        hideLabel
        look="soft"
        icon={Search}
        placeholder={t('search.placeholder')}
        value={composing ?? text}
        onChange={(event) => (composing === null ? onTextChange : setComposing)(event.target.value)}
        onCompositionStart={(event) => setComposing(event.currentTarget.value)}
        onCompositionEnd={(event) => {
          setComposing(null);
          onTextChange(event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        data-own-escape={text === '' ? undefined : true}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listId !== undefined}
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        end={
          text === '' ? null : (
            <IconButton
              icon={X}
              name={t('search.clear')}
              size="small"
              onClick={() => {
                onTextChange('');
                inputRef.current?.focus();
              }}
            />
          )
        }
      />
    </search>
  );
}
