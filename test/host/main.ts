import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Services } from '../../main/services.ts';
import { startLab } from '../lab/index.ts';
import { seedConversation } from './fixtures.ts';
import { startHost } from './host.ts';
import { addLabRoutes, expectOk } from './lab-routes.ts';
import { openTestServices } from './test-services.ts';

/**
 * Runs the app's services for a browser on this computer and prints the URL as the first line of standard output.
 * `--workspace DIR`: keep everything there (default: a new temporary folder). `--lab`: start the provider lab and
 * make it the default reader. `--seed N`: add a conversation of N messages. `--port N`. `--dev`: the renderer's
 * sources through Vite instead of its build.
 */
const { values } = parseArgs({
  options: {
    workspace: { type: 'string' },
    lab: { type: 'boolean', default: false },
    seed: { type: 'string', default: '0' },
    port: { type: 'string', default: '0' },
    dev: { type: 'boolean', default: false },
  },
});

const folder = values.workspace ? resolve(values.workspace) : await mkdtemp(join(tmpdir(), 'bough-host-'));
if (Number(values.seed) > 0)
  await seedConversation(folder, { messages: Number(values.seed), siblingEvery: 6 });
const lab = values.lab ? await startLab() : null;
const services = open();
services.catch((error: unknown) => process.stderr.write(`The workspace did not open: ${String(error)}\n`));
const host = await startHost({ services, port: Number(values.port), dev: values.dev });
process.stdout.write(`${host.url}\n`);
process.once('SIGINT', end);
process.once('SIGTERM', end);

async function open(): Promise<Services> {
  const opened = await openTestServices({ folder });
  if (lab) {
    const readers = await addLabRoutes(opened, lab);
    await expectOk(opened, 'providers.setDefaultReader', { reader: readers.openai });
  }
  return opened;
}

async function end(): Promise<void> {
  await host.close();
  await (await services).close();
  await lab?.close();
  process.exit(0);
}
