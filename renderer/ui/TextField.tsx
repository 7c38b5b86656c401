import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldLook } from './Field.tsx';
import { Icon } from './Icon.tsx';
import styles from './TextField.module.css';

export interface TextFieldProps extends FieldLook, Omit<ComponentProps<'input'>, 'style' | 'id'> {
  icon?: LucideIcon;
  /** A small control at the end, for example an IconButton that clears. */
  end?: ReactNode;
  /** `soft` for a search box among other things, `control` in forms. */
  look?: 'control' | 'soft';
}

/** One line of text. */
export function TextField({
  label,
  hideLabel,
  hint,
  error,
  icon,
  end,
  look = 'control',
  className,
  type = 'text',
  ...rest
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error }} hideLabel={hideLabel ?? false} className={className}>
      {(ids) => (
        <span className={cx(styles.box, look === 'soft' && styles.soft)}>
          {icon ? <Icon icon={icon} className={styles.icon} /> : null}
          <input {...rest} {...ids} type={type} className={styles.input} />
          {end}
        </span>
      )}
    </Field>
  );
}
