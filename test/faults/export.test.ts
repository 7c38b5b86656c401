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

it.each<ExportFormat>(['html', 'bough', 'pdf'])(
  'a process that is killed while it exports %s leaves no file by its name, and the next start clears up and says so',
  async (format) => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-export-kill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
    const { conversationId } = await seedConversation(folder, { messages: 3000 });
    const out = join(folder, 'out');
    await mkdir(out);
    const making = join(folder, 'app/exports');
    await mkdir(making, { recursive: true });
    const end = new AbortController();
    // A page that is being laid out is in the app's own folder.
    const [place, ending] = format === 'pdf' ? [making, '.html'] : [out, '.tmp'];
    const seen = watch(place, { signal: end.signal });
    const exporting = spawn(process.execPath, [child, folder, conversationId, format, join(out, 'Plan')], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder },
      // A group of its own, with the browser that prints.
      detached: true,
    });
    const ended = once(exporting, 'exit');
    for await (const { filename } of seen) {
      if (filename?.endsWith(ending)) break;
    }
    process.kill(-(exporting.pid ?? Number.NaN), 'SIGKILL');
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
    expect(await readdir(making)).toEqual([]);
    await services.close();
    const again = await openTestServices({ folder });
    expect(((await expectOk(again, 'app.info', {})) as AppInfo).notices).toEqual([]);
    await again.close();
  },
);
