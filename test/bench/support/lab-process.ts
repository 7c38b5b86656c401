import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface LabProcess {
  /** Base URL of the chat wire. */
  baseUrl: string;
  key: string;
  stop(): void;
}

/** Starts the provider lab in a process of its own, so that its work is not counted as the app's. */
export async function startLabProcess(): Promise<LabProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../lab/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  let baseUrl = '';
  for await (const line of lines) {
    const value = line.split(/\s+/).at(-1) ?? '';
    if (line.startsWith('OpenAI ')) baseUrl = value;
    if (line.startsWith('Key')) return { baseUrl, key: value, stop: () => child.kill() };
  }
  throw new Error('The lab did not start');
}
