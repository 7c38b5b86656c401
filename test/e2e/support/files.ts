import { Buffer } from 'node:buffer';
import type { Locator } from '@playwright/test';
import type { RunningApp } from './app.ts';

/** Stands for the user in the system's next file dialog. */
export async function chooseFiles({ electron }: RunningApp, filePaths: string[]): Promise<void> {
  await electron.evaluate(({ dialog }, paths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: paths });
  }, filePaths);
}

/** Drops a file onto an element, as from a folder of the system. */
export async function dropFile(
  target: Locator,
  name: string,
  mime: string,
  bytes: Uint8Array,
): Promise<void> {
  const base64 = Buffer.from(bytes).toString('base64');
  await target.evaluate(
    (element, file) => {
      const data = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([data], file.name, { type: file.mime }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }
    },
    { name, mime, base64 },
  );
}
