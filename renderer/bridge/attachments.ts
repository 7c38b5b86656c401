/** Where the window finds an attachment's bytes, by their content hash. */
export function attachmentAddress(hash: string): string {
  return `/attachment/${hash}`;
}
