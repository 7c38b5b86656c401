import type { Preferences } from '#contract';

/** Puts the chosen theme and text size on the page. `system` follows the computer, live. */
export function applyTheme({ theme, textSize }: Pick<Preferences, 'theme' | 'textSize'>): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.style.setProperty('--text-size', String(textSize));
}
