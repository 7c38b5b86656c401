import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron';
import { copyToClipboard } from './clipboard.ts';
import type { Texts } from './texts.ts';

/** The menu of a right click on text, a link or an image; none elsewhere. */
export function attachContextMenu(window: BrowserWindow, texts: () => Texts): void {
  window.webContents.on('context-menu', (_, clicked) => {
    const groups = [
      spelling(window, clicked, texts()),
      targets(window, clicked, texts()),
      editing(clicked, texts()),
    ];
    const items = groups
      .filter((group) => group.length > 0)
      .flatMap((group, at) => (at === 0 ? group : [{ type: 'separator' } as const, ...group]));
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window });
  });
}

type Items = MenuItemConstructorOptions[];

function spelling({ webContents }: BrowserWindow, clicked: ContextMenuParams, texts: Texts): Items {
  const word = clicked.misspelledWord;
  if (!clicked.isEditable || word === '') return [];
  return [
    ...clicked.dictionarySuggestions.map((label) => ({
      label,
      click: () => webContents.replaceMisspelling(label),
    })),
    {
      label: texts.addToDictionary,
      click: () => webContents.session.addWordToSpellCheckerDictionary(word),
    },
  ];
}

function targets({ webContents }: BrowserWindow, clicked: ContextMenuParams, texts: Texts): Items {
  const items: Items = [];
  if (/^(?:https?|mailto):/.test(clicked.linkURL)) {
    items.push({ label: texts.copyLink, click: () => copyToClipboard({ text: clicked.linkURL }) });
  }
  if (clicked.mediaType === 'image') {
    items.push({ label: texts.copyImage, click: () => webContents.copyImageAt(clicked.x, clicked.y) });
  }
  return items;
}

function editing({ isEditable, selectionText, editFlags }: ContextMenuParams, texts: Texts): Items {
  if (!isEditable) return selectionText === '' ? [] : [{ role: 'copy', label: texts.copy }];
  return [
    { role: 'cut', label: texts.cut, enabled: editFlags.canCut },
    { role: 'copy', label: texts.copy, enabled: editFlags.canCopy },
    { role: 'paste', label: texts.paste, enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', label: texts.pasteAsText, enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', label: texts.selectAll, enabled: editFlags.canSelectAll },
  ];
}
