import { RadioGroup as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './RadioGroup.module.css';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
}

export interface RadioGroupProps<Value extends string> {
  /** What the choice is about. */
  label: string;
  hideLabel?: boolean;
  value: Value;
  options: readonly RadioOption<Value>[];
  onValueChange: (value: Value) => void;
  /** `row` for two to four short words, `list` for options with hints. */
  layout?: 'list' | 'row';
}

/** A choice of one from a few, all in sight. Arrow keys move the choice. */
export function RadioGroup<Value extends string>({
  label,
  hideLabel = false,
  value,
  options,
  onValueChange,
  layout = 'list',
}: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <div className={styles.group}>
      <span id={id} className={cx(styles.legend, hideLabel && styles.hidden)}>
        {label}
      </span>
      <Radix.Root
        aria-labelledby={id}
        value={value}
        onValueChange={(raw) => {
          const option = options.find((candidate) => candidate.value === raw);
          if (option) onValueChange(option.value);
        }}
        className={layout === 'row' ? styles.row : styles.list}
      >
        {options.map((option) => (
          <Radio key={option.value} option={option} layout={layout} />
        ))}
      </Radix.Root>
    </div>
  );
}

function Radio<Value extends string>({
  option,
  layout,
}: {
  option: RadioOption<Value>;
  layout: 'list' | 'row';
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={layout === 'row' ? styles.segment : styles.item}>
      <Radix.Item
        id={id}
        value={option.value}
        aria-describedby={option.hint ? hintId : undefined}
        className={styles.dot}
      >
        <Radix.Indicator className={styles.on} />
      </Radix.Item>
      <div className={styles.words}>
        <label htmlFor={id}>{option.label}</label>
        {option.hint ? (
          <p id={hintId} className={styles.hint}>
            {option.hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
