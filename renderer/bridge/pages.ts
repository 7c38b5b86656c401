/** Where the window finds a snapshot page, by its content hash. Ask `context.pages` first: it makes the page known. */
export function pageAddress(hash: string): string {
  return `/page/${hash}`;
}
