import { useTranslation } from 'react-i18next';
import type { CommandName } from './commands.ts';
import styles from './SlashMenu.module.css';

export interface SlashMenuProps {
  id: string;
  names: readonly CommandName[];
  /** Place of the marked command, from 0. */
  active: number;
  onChoose: (name: CommandName) => void;
  onHover: (place: number) => void;
}

/** Id of the option at a place, for `aria-activedescendant`. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}

/** The commands that fit what was typed. The text keeps the focus; arrows and Enter work there. */
export function SlashMenu({ id, names, active, onChoose, onHover }: SlashMenuProps) {
  const { t } = useTranslation('composer');
  return (
    <div id={id} role="listbox" aria-label={t('commands.label')} className={styles.menu}>
      {names.map((name, place) => (
        <div
          key={name}
          id={optionId(id, place)}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={styles.option}
          onPointerMove={() => onHover(place)}
          onPointerDown={(event) => {
            // The text must keep the focus.
            event.preventDefault();
            onChoose(name);
          }}
        >
          <span className={styles.name}>/{name}</span>
          <span className={styles.description}>{t(`commands.${name}`)}</span>
        </div>
      ))}
    </div>
  );
}
