import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** The app's own policy: what works here works there. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
].join('; ');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

export interface Gallery {
  url: string;
  close: () => Promise<void>;
}

/** Builds the gallery and serves it on a free port of this computer under the app's content security policy. */
export async function serveGallery(): Promise<Gallery> {
  const folder = join(import.meta.dirname, '../../../test-results/gallery');
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0 },
  });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://gallery');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    const found = await stat(file).catch(() => null);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    if (found?.isFile()) createReadStream(file).pipe(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
