import { useTranslation } from 'react-i18next';
import { type ChoiceKey, type MenuOption, namesAgents, takesWords } from './commands.ts';
import { optionId } from './option-id.ts';
import styles from './SlashMenu.module.css';

export interface SlashMenuProps {
  id: string;
  options: readonly MenuOption[];
  /** Place of the marked option, from 0. */
  active: number;
  onChoose: (option: MenuOption) => void;
  onHover: (place: number) => void;
}

/** The commands that fit what was typed. The text keeps the focus; arrows and Enter work there. */
export function SlashMenu({ id, options, active, onChoose, onHover }: SlashMenuProps) {
  const { t } = useTranslation('composer');
  return (
    <div id={id} role="listbox" aria-label={t('commands.label')} className={styles.menu}>
      {options.map((option, place) => (
        <div
          key={`${option.name} ${option.word}`}
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
          <OptionWords option={option} />
        </div>
      ))}
    </div>
  );
}

/** In a low window not all commands fit. */
function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function OptionWords({ option: { name, word } }: { option: MenuOption }) {
  const { t } = useTranslation('composer');
  const hint = word === '' && takesWords(name) ? t(`hints.${name}`) : null;
  return (
    <>
      <span className={styles.name}>
        /{name}
        {word === '' ? null : ` ${word}`}
        {hint ? <span className={styles.hint}> {hint}</span> : null}
      </span>
      <span className={styles.description}>
        {word === ''
          ? t(`commands.${name}`)
          : namesAgents(name)
            ? ''
            : t(`choices.${name}.${word}` as `choices.${ChoiceKey}`)}
      </span>
    </>
  );
}
