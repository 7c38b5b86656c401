import { contextBridge, ipcRenderer } from 'electron';
import type { BoughApi, BridgeEvent } from '#contract';

/** Channels of the bridge; the other ends are in `main/shell/bridge.ts`. */
const channels = { call: 'bough:call', event: 'bough:event', acknowledge: 'bough:acknowledge' };

const api: BoughApi = {
  call: (method, input) => ipcRenderer.invoke(channels.call, method, input),
  on(listener) {
    const forward = (_: unknown, event: BridgeEvent) => listener(event);
    ipcRenderer.on(channels.event, forward);
    return () => ipcRenderer.off(channels.event, forward);
  },
  acknowledge: () => ipcRenderer.send(channels.acknowledge),
};

contextBridge.exposeInMainWorld('bough', api);
