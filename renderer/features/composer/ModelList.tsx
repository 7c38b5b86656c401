import { Check, Plus, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reader, Route } from '#contract';
import { useFormat } from '../../app/i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './ModelPicker.module.css';
import { type ModelChoice, matchingModels, wordsIn } from './models.ts';

export interface ModelListProps {
  routes: readonly Route[];
  /** What the choice is for, where that is not plain. */
  title: string | null;
  chosen: readonly Reader[];
  /** More than one can be chosen. */
  several: boolean;
  /** Switches that on and off; null where one is wanted. */
  onSeveral: ((on: boolean) => void) | null;
  query: string;
  onQuery: (query: string) => void;
  onChoose: (reader: Reader) => void;
  onAddProvider: () => void;
}

/** The models by route, with a search. The search keeps the focus; arrows and Enter work there. */
export function ModelList(props: ModelListProps) {
  const { routes, title, chosen, several, onSeveral, query, onQuery, onChoose, onAddProvider } = props;
  const { t } = useTranslation('composer');
  const listId = useId();
  const choices = matchingModels(routes, query);
  const mark = useMark(choices, chosen);
  const active = choices[mark.place];
  const choose = ({ route, model }: ModelChoice) => onChoose({ routeId: route.id, modelId: model.id });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') mark.move(1);
    else if (event.key === 'ArrowUp') mark.move(-1);
    else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.content}>
      {title === null ? null : <p className={styles.title}>{title}</p>}
      <TextField
        label={t('model.search')}
        hideLabel
        look="soft"
        icon={Search}
        placeholder={t('model.search')}
        value={query}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={listId}
        aria-activedescendant={active ? idOf(listId, active) : undefined}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t('model.choose')}
        aria-multiselectable={several || undefined}
        className={styles.list}
      >
        {routes.map((route) => (
          <Group
            key={route.id}
            route={route}
            listId={listId}
            choices={choices.filter((choice) => choice.route === route)}
            active={active}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
      </div>
      {choices.length === 0 ? <p className={styles.nothing}>{t('model.nothing')}</p> : null}
      {onSeveral === null ? null : (
        <div className={styles.several}>
          <Switch
            label={t('model.several')}
            hint={t('model.severalHint')}
            checked={several}
            onCheckedChange={onSeveral}
          />
        </div>
      )}
      <Button variant="plain" icon={Plus} className={styles.add} onClick={onAddProvider}>
        {t('model.add')}
      </Button>
    </div>
  );
}

function idOf(listId: string, { route, model }: ModelChoice): string {
  return `${listId}-${route.id}-${model.id}`;
}

function isAmong(chosen: readonly Reader[], { route, model }: ModelChoice): boolean {
  return chosen.some(({ routeId, modelId }) => routeId === route.id && modelId === model.id);
}

/** Which choice the arrow keys are on: at first the one that is chosen. */
function useMark(choices: readonly ModelChoice[], chosen: readonly Reader[]) {
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      choices.findIndex((choice) => isAmong(chosen, choice)),
    ),
  );
  const inside = Math.min(place, Math.max(0, choices.length - 1));
  return {
    place: inside,
    move: (step: number) => setPlace((inside + step + choices.length) % Math.max(1, choices.length)),
  };
}

interface GroupProps {
  route: Route;
  listId: string;
  choices: readonly ModelChoice[];
  active: ModelChoice | undefined;
  chosen: readonly Reader[];
  onChoose: (choice: ModelChoice) => void;
}

function Group({ route, listId, choices, active, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation('composer');
  if (choices.length === 0) return null;
  const note = route.wire === 'practice' ? t('model.practice') : route.local ? t('model.local') : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of form controls.
    <div role="group" aria-label={route.name} className={styles.group}>
      <p className={styles.route} aria-hidden="true">
        {route.name}
        {note ? <span className={styles.note}>{note}</span> : null}
      </p>
      {choices.map((choice) => (
        <Option
          key={choice.model.id}
          id={idOf(listId, choice)}
          choice={choice}
          marked={choice.model === active?.model && choice.route === active.route}
          chosen={isAmong(chosen, choice)}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  choice: ModelChoice;
  /** The arrow keys are on it. */
  marked: boolean;
  /** It answers. */
  chosen: boolean;
  onChoose: (choice: ModelChoice) => void;
}

function Option({ id, choice, marked, chosen, onChoose }: OptionProps) {
  const { t } = useTranslation('composer');
  const format = useFormat();
  const option = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (marked) option.current?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const words = wordsIn(choice.model.contextWindow);
  return (
    <div
      ref={option}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      data-marked={marked}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
      onPointerUp={() => onChoose(choice)}
    >
      <span className={styles.words}>
        <span className={styles.model}>{choice.model.name}</span>
        <span className={styles.hint}>
          {t('model.window', { count: words, words: format.number(words) })}
        </span>
      </span>
      {chosen ? <Icon icon={Check} size={16} /> : null}
    </div>
  );
}
