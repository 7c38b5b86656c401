import { cx } from './cx.ts';
import styles from './Logo.module.css';

/** The app's mark, in the colours of the theme. Decoration: the name stands beside it. */
export function Logo({ size = 40, className }: { size?: number; className?: string }) {
  const side = `${size / 16}rem`;
  return (
    <svg
      viewBox="160 60 760 820"
      aria-hidden="true"
      className={cx(styles.logo, className)}
      style={{ width: side, height: side }}
    >
      <g className={styles.twigs}>
        <path d="M372 640 C 356 560 330 520 290 430" />
        <path d="M486 500 C 570 540 650 552 770 526" />
      </g>
      <path className={styles.bough} d="M352 838 C 350 700 400 590 486 500 C 560 422 604 372 628 300" />
      <g className={styles.leaves}>
        <path d="M308 474 C 216 440 188 360 206 270 C 296 302 340 380 308 474 Z" />
        <path d="M694 542 C 742 456 818 430 884 462 C 862 546 792 588 694 542 Z" />
      </g>
      <path className={styles.leaf} d="M622 354 C 560 272 578 182 668 128 C 728 214 716 298 622 354 Z" />
    </svg>
  );
}
