/** Pages that are read at most. */
const mostPages = 2000;

/**
 * The text of a PDF, page by page under its number; empty where its pages are pictures.
 *
 * @throws for a file that is damaged, or that wants a password (`PasswordException`)
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { getDocumentProxy } = await import('unpdf');
  // The reader keeps the buffer for itself.
  const file = await getDocumentProxy(new Uint8Array(bytes), { enableXfa: false, verbosity: 0 });
  try {
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(file.numPages, mostPages); number += 1) {
      const page = await file.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
      if (text.trim() !== '') pages.push(`[Page ${number}]\n${text.trim()}`);
      page.cleanup();
    }
    return pages.join('\n\n');
  } finally {
    await file.cleanup();
  }
}
