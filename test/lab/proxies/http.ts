import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface ProxyOptions {
  /** Port on 127.0.0.1 by the name that only the proxy knows; all others are unknown to it. */
  names: Record<string, number>;
  /** The sign-in that it asks for; null for none. */
  signIn?: { username: string; password: string } | null;
}

export interface LabProxy {
  address: string;
  /** What it was asked for, oldest first: the method and the address, as they came. */
  asked: string[];
  close(): Promise<void>;
}

/** A proxy as companies have them: it tunnels to encrypted sites (RFC 9110) and asks the others itself (RFC 9112). */
export async function startHttpProxy({ names, signIn = null }: ProxyOptions): Promise<LabProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  };
  const wanted = signIn && Buffer.from(`${signIn.username}:${signIn.password}`).toString('base64');
  const mayPass = (headers: IncomingHttpHeaders) =>
    wanted === null || headers['proxy-authorization'] === `Basic ${wanted}`;
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (!mayPass(request.headers)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="lab"' }).end('Sign in first');
      return;
    }
    const url = new URL(request.url ?? '');
    const port = names[url.hostname];
    if (port === undefined) {
      response.writeHead(502).end('No such name');
      return;
    }
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const path = `${url.pathname}${url.search}`;
    const onward = httpRequest({ host: '127.0.0.1', port, path, method: request.method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connection', keep);
  server.on('connect', (request, socket: Socket) => {
    asked.push(`CONNECT ${request.url}`);
    keep(socket);
    const port = names[new URL(`http://${request.url}`).hostname];
    if (!mayPass(request.headers)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n');
    } else if (port === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    } else {
      const there = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        there.pipe(socket).pipe(there);
      });
      keep(there);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
