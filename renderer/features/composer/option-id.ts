/** Id of the option at a place, for `aria-activedescendant`. */
export function optionId(listId: string, place: number): string {
  return `${listId}-${place}`;
}
