import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer, type RpcMessage } from './protocol.ts';

export interface HttpToolServer {
  url: string;
  close(): Promise<void>;
}

/** The same server over streamable HTTP, on 127.0.0.1. `key`: what its `x-lab-key` header has to be. */
export async function startHttpToolServer(key = ''): Promise<HttpToolServer> {
  const server = createServer((request, response) => {
    if (key !== '' && request.headers['x-lab-key'] !== key) {
      response.writeHead(401).end();
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const message: RpcMessage = JSON.parse(body);
      const answered = answer(message, false);
      if (!answered) response.writeHead(202).end();
      else if (answered.fault === 'crash') request.socket.destroy();
      else if (answered.fault === 'garbage')
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      else if (answered.fault === 'flood') {
        response.writeHead(200, { 'content-type': 'application/json' });
        // As much as is taken: a hundred megabytes at most.
        for (let left = 100; left > 0 && !response.destroyed; left -= 1)
          response.write('x'.repeat(1_048_576));
        response.end();
      } else if (answered.reply !== undefined) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answered.reply));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
