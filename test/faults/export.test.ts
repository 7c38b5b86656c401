import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { AppInfo, ExportFormat } from '#contract';
import { seedConversation } from '../host/fixtures.ts';
import { expectOk } from '../host/lab-routes.ts';
import { openTestServices } from '../host/test-services.ts';

const child = join(import.meta.dirname, 'export-child.ts');

it.each<ExportFormat>(['html', 'bough'])(
  'a process that is killed while it exports %s leaves no file by its name, and the next start clears up and says so',
  async (format) => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-export-kill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { conversationId } = await seedConversation(folder, { messages: 3000 });
    const out = join(folder, 'out');
    await mkdir(out);
    const end = new AbortController();
    const seen = watch(out, { signal: end.signal });
    const exporting = spawn(process.execPath, [child, folder, conversationId, format, join(out, 'Plan')], {
      stdio: 'ignore',
    });
    const ended = once(exporting, 'exit');
    for await (const { filename } of seen) {
      if (filename?.endsWith('.tmp')) break;
    }
    exporting.kill('SIGKILL');
    await ended;
    end.abort();
    const left = await readdir(out);
    expect(left).toEqual([expect.stringMatching(/^Plan.*\.tmp$/)]);

    const services = await openTestServices({ folder });
    const info = (await expectOk(services, 'app.info', {})) as AppInfo;
    expect(info.notices).toMatchObject([
      { kind: 'export_unfinished', detail: expect.stringMatching(/^Plan/) },
    ]);
    expect(await readdir(out)).toEqual([]);
    await services.close();
    const again = await openTestServices({ folder });
    expect(((await expectOk(again, 'app.info', {})) as AppInfo).notices).toEqual([]);
    await again.close();
  },
);
