import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppCommand } from '#contract';
import type { Texts } from './texts.ts';

type Item = MenuItemConstructorOptions;

export interface MenuOptions {
  texts: Texts;
  mac: boolean;
  /** Shows the developer tools; unpackaged runs only. */
  developer: boolean;
  run(command: AppCommand): void;
}

/** The application menu, in the user's language. */
export function buildMenu(options: MenuOptions): Menu {
  const { texts, mac } = options;
  const template: Item[] = [
    ...(mac ? [appMenu(options)] : []),
    { label: texts.file, submenu: fileMenu(options) },
    { label: texts.edit, role: 'editMenu', submenu: editMenu(options) },
    { label: texts.view, submenu: viewMenu(options) },
    { label: texts.window, role: 'windowMenu', submenu: windowMenu(options) },
    { label: texts.help, role: 'help', submenu: helpMenu(options) },
  ];
  return Menu.buildFromTemplate(template);
}

const line: Item = { type: 'separator' };

function command({ run }: MenuOptions, label: string, name: AppCommand, accelerator?: string): Item {
  return { label, id: name, click: () => run(name), ...(accelerator !== undefined && { accelerator }) };
}

function appMenu(options: MenuOptions): Item {
  const { texts } = options;
  return {
    label: 'Bough',
    submenu: [
      { role: 'about', label: texts.about },
      line,
      command(options, texts.settings, 'settings', 'Cmd+,'),
      line,
      { role: 'hide', label: texts.hide },
      { role: 'hideOthers', label: texts.hideOthers },
      { role: 'unhide', label: texts.showAll },
      line,
      { role: 'quit', label: texts.quit },
    ],
  };
}

function fileMenu(options: MenuOptions): Item[] {
  const { texts, mac } = options;
  return [
    command(options, texts.newConversation, 'new', 'CmdOrCtrl+N'),
    line,
    command(options, texts.importConversations, 'import'),
    command(options, texts.backups, 'backups'),
    line,
    { role: 'close', label: texts.close },
    ...(mac
      ? []
      : [
          line,
          command(options, texts.settings, 'settings', 'Ctrl+,'),
          line,
          { role: 'quit', label: texts.quit } satisfies Item,
        ]),
  ];
}

function editMenu(options: MenuOptions): Item[] {
  const { texts } = options;
  return [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    line,
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    { role: 'pasteAndMatchStyle', label: texts.pasteAsText },
    { role: 'delete', label: texts.delete },
    { role: 'selectAll', label: texts.selectAll },
    line,
    command(options, texts.search, 'search', 'CmdOrCtrl+K'),
  ];
}

function viewMenu(options: MenuOptions): Item[] {
  const { texts, developer } = options;
  return [
    command(options, texts.toggleLibrary, 'toggleLibrary', 'CmdOrCtrl+B'),
    command(options, texts.togglePanel, 'togglePanel', 'CmdOrCtrl+.'),
    line,
    { role: 'resetZoom', label: texts.actualSize },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    line,
    { role: 'togglefullscreen', label: texts.fullScreen },
    ...(developer ? [line, { role: 'toggleDevTools' } satisfies Item] : []),
  ];
}

function windowMenu({ texts, mac }: MenuOptions): Item[] {
  const items: Item[] = [{ role: 'minimize', label: texts.minimize }];
  if (mac) items.push(line, { role: 'front', label: texts.bringAllToFront });
  return items;
}

function helpMenu(options: MenuOptions): Item[] {
  const { texts, mac } = options;
  return [
    command(options, texts.openGuide, 'help', 'F1'),
    command(options, texts.shortcuts, 'shortcuts', 'CmdOrCtrl+/'),
    ...(mac ? [] : [line, { role: 'about', label: texts.about } satisfies Item]),
  ];
}
