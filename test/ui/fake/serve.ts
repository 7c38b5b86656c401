import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';

/** Serves the renderer's sources with the fake in place of main: `node test/ui/fake/serve.ts [port]`. */
const port = Number(process.argv[2] ?? 5199);
const install = join(import.meta.dirname, 'install.ts');
const server = await createServer({
  root: join(import.meta.dirname, '../../../renderer'),
  configFile: false,
  plugins: [
    react(),
    {
      name: 'fake-bridge',
      transformIndexHtml: () => [
        { tag: 'script', attrs: { type: 'module', src: `/@fs${install}` }, injectTo: 'head-prepend' },
      ],
    },
  ],
  cacheDir: '/tmp/bough-vite-fake',
  server: { port, host: '127.0.0.1', hmr: false, fs: { strict: false } },
});
await server.listen();
