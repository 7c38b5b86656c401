import type { MouseEvent, ReactNode } from 'react';
import styles from './OptionList.module.css';
import { optionId } from './option-id.ts';

export interface OptionListProps<Option> {
  id: string;
  label: string;
  options: readonly Option[];
  keyOf: (option: Option) => string;
  /** Place of the marked option, from 0. */
  active: number;
  onChoose: (option: Option) => void;
  onHover: (place: number) => void;
  /** What stands in an option: a name, and a description behind it. */
  children: (option: Option) => ReactNode;
}

/** The options above the message box. The text keeps the focus; arrows and Enter work there. */
export function OptionList<Option>(props: OptionListProps<Option>) {
  const { id, label, options, keyOf, active, onChoose, onHover, children } = props;
  return (
    <div
      id={id}
      role="listbox"
      // It scrolls where the window is low: never without a key for it, and its bar never takes the focus.
      tabIndex={0}
      aria-label={label}
      className={styles.menu}
      onMouseDown={keepFocus}
    >
      {options.map((option, place) => (
        <div
          key={keyOf(option)}
          id={optionId(id, place)}
          ref={place === active ? bringIntoView : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={styles.option}
          onPointerMove={() => onHover(place)}
          onPointerDown={(event) => {
            // The text must keep the focus.
            event.preventDefault();
            onChoose(option);
          }}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}

const keepFocus = (event: MouseEvent) => event.preventDefault();

/** In a low window not all of them fit. */
function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}
