/** Characters of a mark's label, in UTF-16 units. */
export const maxLabelLength = 80;

/** A label as it is kept and compared: one line, single spaces, letters composed as most keyboards write them. */
export const plainLabel = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
