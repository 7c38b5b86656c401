/** How pages are laid out on paper, wherever they are printed. Page numbers are painted when the parts are joined. */
export const paper = {
  size: 'A4',
  /** Inches. */
  margin: { top: 0.7, right: 0.75, bottom: 0.8, left: 0.75 },
} as const;

/**
 * Bytes of HTML that Chromium lays out at once: about a hundred short messages, for which it takes some 50 MB. For a
 * long conversation as one page it takes gigabytes.
 */
export const comfortableSheet = 600_000;
