/** Parts of the page that screen readers list; a dialog also hides all that is outside of it. */
const landmarks = '[role="dialog"], [role="alertdialog"], main, nav, aside';

/**
 * Where the menu or tooltip of an element is drawn: inside its landmark or dialog. In the body it would lie outside
 * of every landmark, and a dialog would hide it from screen readers.
 */
export function landmarkOf(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>(landmarks);
}
