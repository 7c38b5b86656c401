import { ClipboardItem, clipboard } from 'electron';

/** The clipboard of Electron versions before its asynchronous one; the tests run on such a version. */
interface EarlierClipboard {
  write(content: { text: string; html?: string }): void;
}

/** Puts text on the clipboard, with a formatted form beside it where there is one. */
export async function copyToClipboard(content: { text: string; html?: string }): Promise<void> {
  if ((ClipboardItem as unknown) === undefined) {
    (clipboard as unknown as EarlierClipboard).write(content);
    return;
  }
  const { text, html } = content;
  await clipboard.write([
    new ClipboardItem({ 'text/plain': text, ...(html !== undefined && { 'text/html': html }) }),
  ]);
}
