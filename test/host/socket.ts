import type { WebSocket } from 'ws';
import type { Opening } from '../../main/opening.ts';
import { type ClientFrame, decode, encode, type HostFrame } from './wire-format.ts';

/** Connects one browser to the services, as the Electron shell connects its window. */
export function connectSocket(peer: WebSocket, opening: Opening): void {
  const send = (frame: HostFrame) => {
    if (peer.readyState === peer.OPEN) peer.send(encode(frame));
  };
  const client = opening.connect((event) => send({ event }));
  peer.on('message', async (data) => {
    const frame = decode(String(data)) as ClientFrame;
    if ('acknowledge' in frame) client.acknowledge();
    else send({ answer: frame.call, result: await opening.call(frame.method, frame.input) });
  });
  peer.on('close', () => client.close());
}
