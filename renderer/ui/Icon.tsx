import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  icon: LucideIcon;
  /** Side in px at text size 1; grows with the text size. */
  size?: number;
  className?: string | undefined;
}

/** A Lucide icon at the app's size and stroke, hidden from screen readers: the name belongs to its control. */
export function Icon({ icon: Glyph, size = 18, className }: IconProps) {
  const side = `${size / 16}rem`;
  return (
    <Glyph
      aria-hidden
      focusable={false}
      className={className}
      strokeWidth={1.75}
      absoluteStrokeWidth={false}
      style={{ width: side, height: side, flex: 'none' }}
    />
  );
}
