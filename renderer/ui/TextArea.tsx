import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Field, type FieldLook } from './Field.tsx';
import styles from './TextArea.module.css';

export interface TextAreaProps extends FieldLook, Omit<ComponentProps<'textarea'>, 'style' | 'id'> {
  /** `bare` has no box of its own, for use inside a card such as the composer. */
  look?: 'control' | 'bare';
}

/** Several lines of text; grows with what is typed up to its maximum height, then scrolls. */
export function TextArea({
  label,
  hideLabel,
  hint,
  error,
  look = 'control',
  className,
  rows = 2,
  ...rest
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error }} hideLabel={hideLabel ?? false} className={className}>
      {(ids) => <textarea {...rest} {...ids} rows={rows} className={cx(styles.area, styles[look])} />}
    </Field>
  );
}
