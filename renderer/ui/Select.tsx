import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldLook } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** Language of the label, where it is not the page's. */
  lang?: string;
}

export interface SelectProps<Value extends string>
  extends FieldLook,
    Omit<ComponentProps<'select'>, 'style' | 'id' | 'value' | 'onChange' | 'children'> {
  value: Value;
  options: readonly SelectOption<Value>[];
  onValueChange: (value: Value) => void;
}

/** A choice of one from a list. The platform's own select: it opens, types ahead and speaks as people know it. */
export function Select<Value extends string>({
  label,
  hideLabel,
  hint,
  error,
  value,
  options,
  onValueChange,
  className,
  ...rest
}: SelectProps<Value>) {
  const choose = (raw: string) => {
    const option = options.find((candidate) => candidate.value === raw);
    if (option) onValueChange(option.value);
  };
  return (
    <Field {...{ label, hint, error }} hideLabel={hideLabel ?? false} className={className}>
      {(ids) => (
        <span className={styles.box}>
          <select
            {...rest}
            {...ids}
            value={value}
            onChange={(event) => choose(event.target.value)}
            className={styles.select}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang} className={styles.option}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDown} size={16} className={cx(styles.chevron)} />
        </span>
      )}
    </Field>
  );
}
