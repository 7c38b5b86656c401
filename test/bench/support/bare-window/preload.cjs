const { ipcRenderer } = require('electron');

const mark = (name) => ipcRenderer.send('mark', name, performance.timeOrigin + performance.now());

// The same two moments as the renderer of Bough: the frame after the first paint, and the first rest after it.
addEventListener('DOMContentLoaded', () => {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      mark('first-paint');
      requestIdleCallback(() => mark('interactive'), { timeout: 1000 });
    });
  });
});
