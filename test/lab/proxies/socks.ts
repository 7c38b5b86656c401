import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { LabProxy, ProxyOptions } from './http.ts';

/** A SOCKS5 proxy (RFC 1928), with names and passwords where one is wanted (RFC 1929). */
export async function startSocksProxy({ names, signIn = null }: ProxyOptions): Promise<LabProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const read = reader(socket);
    serve(socket, read).catch(() => socket.destroy());
  });

  async function serve(socket: Socket, read: (bytes: number) => Promise<Buffer>): Promise<void> {
    const [, methods = 0] = await read(2);
    const offered = await read(methods);
    const method = signIn ? 2 : 0;
    if (!offered.includes(method)) {
      socket.end(Buffer.of(5, 0xff));
      return;
    }
    socket.write(Buffer.of(5, method));
    if (signIn) {
      const [, nameLength = 0] = await read(2);
      const username = (await read(nameLength)).toString();
      const password = (await read((await read(1))[0] ?? 0)).toString();
      const good = username === signIn.username && password === signIn.password;
      socket.write(Buffer.of(1, good ? 0 : 1));
      if (!good) return void socket.end();
    }
    const [, , , kind = 0] = await read(4);
    const host = kind === 3 ? (await read((await read(1))[0] ?? 0)).toString() : (await read(4)).join('.');
    const asking = `SOCKS5 ${host}:${(await read(2)).readUInt16BE()}`;
    asked.push(asking);
    const port = names[host];
    if (port === undefined) {
      socket.end(Buffer.of(5, 4, 0, 1, 0, 0, 0, 0, 0, 0));
      return;
    }
    const there = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      socket.pipe(there).pipe(socket);
    });
    sockets.add(there);
    there.on('error', () => socket.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads so many bytes, waiting for them. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    if (bytes === 0) return Buffer.of();
    for (;;) {
      const found: Buffer | null = socket.read(bytes);
      if (found) return found;
      await new Promise((resolve, reject) => {
        socket.once('readable', resolve);
        socket.once('close', reject);
      });
    }
  };
}
