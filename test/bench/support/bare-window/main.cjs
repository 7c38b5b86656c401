/** The least that Electron can show: what Bough's start is measured against. Prints its marks and ends. */
const { join } = require('node:path');
const { app, BrowserWindow, ipcMain } = require('electron');

const origin = process.getCreationTime();
const marks = { main: Date.now() - origin };

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
    show: false,
    webPreferences: { preload: join(__dirname, 'preload.cjs'), sandbox: true },
  });
  window.once('ready-to-show', () => window.show());
  window.loadFile(join(__dirname, 'index.html'));
});

ipcMain.on('mark', (_, name, at) => {
  marks[name] = at - origin;
  if (name === 'interactive') process.stdout.write(`${JSON.stringify({ marks })}\n`);
});
