import { useTranslation } from 'react-i18next';
import { type ChoiceKey, type MenuOption, namesAgents, takesWords } from './commands.ts';
import styles from './OptionList.module.css';
import { OptionList, type OptionListProps } from './OptionList.tsx';

export type SlashMenuProps = Omit<OptionListProps<MenuOption>, 'label' | 'keyOf' | 'children'>;

/** The commands that fit what was typed. */
export function SlashMenu(props: SlashMenuProps) {
  const { t } = useTranslation('composer');
  return (
    <OptionList {...props} label={t('commands.label')} keyOf={({ name, word }) => `${name} ${word}`}>
      {(option) => <OptionWords option={option} />}
    </OptionList>
  );
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
