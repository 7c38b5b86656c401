import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { WebSocketServer } from 'ws';
import { whenOpen } from '../../main/opening.ts';
import type { Services } from '../../main/services.ts';
import { createPageServer, type PageServer } from '../../main/shell/page-server.ts';
import { connectSocket } from './socket.ts';

const root = join(import.meta.dirname, '../..');

/** Files that the browser gets besides the renderer's; their types are stripped on the way. */
const scripts = new Map(
  ['browser-bridge.ts', 'wire-format.ts'].map((name) => [`/host/${name}`, join(import.meta.dirname, name)]),
);
const bridgeTag = '<script type="module" src="/host/browser-bridge.ts"></script>';

export interface Host {
  /** `http://127.0.0.1:<port>/` */
  url: string;
  close(): Promise<void>;
}

export interface HostOptions {
  services: Promise<Services>;
  /** 0: any free port. */
  port: number;
  /** Serve the renderer's sources through Vite instead of its build. */
  dev: boolean;
  rendererFolder?: string;
}

/** Serves the services to browsers on this computer: the renderer over HTTP, the bridge over a WebSocket. */
export async function startHost(options: HostOptions): Promise<Host> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const pages = createPageServer({
    rendererFolder: options.rendererFolder ?? join(root, 'out/renderer'),
    attachment: async (hash) => (await options.services).attachment(hash),
    page: async (hash) => (await options.services).page(hash),
    connect: [`ws://127.0.0.1:${port}`],
  });
  const opening = whenOpen(() => options.services);
  const dev = options.dev ? await startVite(server) : null;
  server.on('request', (request, response) => {
    answer(request, response, { url, pages, dev }).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      response.writeHead(500).end();
    });
  });
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (request.url !== '/bridge') return;
    if (request.headers.origin !== url.slice(0, -1)) socket.destroy();
    else sockets.handleUpgrade(request, socket, head, (peer) => connectSocket(peer, opening));
  });
  return {
    url,
    async close() {
      for (const peer of sockets.clients) peer.terminate();
      await dev?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answering {
  url: string;
  pages: PageServer;
  dev: DevServer | null;
}

async function answer(request: IncomingMessage, response: ServerResponse, how: Answering): Promise<void> {
  const path = request.url ?? '/';
  const script = scripts.get(path);
  if (script !== undefined) {
    const text = stripTypeScriptTypes(await readFile(script, 'utf8'));
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text);
    return;
  }
  if (how.dev && !/^\/(attachment|page)\//.test(path)) {
    await how.dev.answer(request, response);
    return;
  }
  const page = await how.pages(new Request(new URL(path, how.url), { method: request.method ?? 'GET' }));
  const headers = Object.fromEntries(page.headers);
  if (headers['content-type']?.startsWith('text/html')) {
    response.writeHead(page.status, headers).end(withBridge(await page.text()));
    return;
  }
  response.writeHead(page.status, headers);
  if (page.body === null || request.method === 'HEAD') response.end();
  else Readable.fromWeb(page.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
}

/** The bridge's script goes before all others: modules run in the order they are written. */
function withBridge(html: string): string {
  return html.replace(/<script|<\/head>/, (first) => `${bridgeTag}${first}`);
}

interface DevServer {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

async function startVite(server: Server): Promise<DevServer> {
  const { createServer: createVite } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const renderer = join(root, 'renderer');
  const vite = await createVite({
    root: renderer,
    configFile: false,
    plugins: [react()],
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    async answer(request, response) {
      const path = request.url ?? '/';
      if (path === '/' || path.startsWith('/?') || path === '/index.html') {
        const html = await readFile(join(renderer, 'index.html'), 'utf8');
        const page = withBridge(await vite.transformIndexHtml('/', html));
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
        return;
      }
      vite.middlewares(request, response, () => response.writeHead(404).end());
    },
    close: () => vite.close(),
  };
}
