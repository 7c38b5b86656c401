import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startHost } from './host.ts';
import { openTestServices } from './test-services.ts';

/** `node test/host/main.ts [--workspace DIR] [--lab] [--port N] [--dev]`: prints its URL as the first line. */
const { values } = parseArgs({
  options: {
    workspace: { type: 'string' },
    lab: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    dev: { type: 'boolean', default: false },
  },
});

const folder = values.workspace ?? (await mkdtemp(join(tmpdir(), 'bough-host-')));
const services = openTestServices({ folder });
services.catch((error: unknown) => process.stderr.write(`The workspace did not open: ${String(error)}\n`));
const host = await startHost({ services, port: Number(values.port), dev: values.dev });
process.stdout.write(`${host.url}\n`);

async function end(): Promise<void> {
  await host.close();
  await (await services).close();
  process.exit(0);
}
process.once('SIGINT', end);
process.once('SIGTERM', end);
