import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeBinary, root } from '../../../build/setup/paths.mjs';
import { scratchFolder } from './scratch.ts';

const setup = pathToFileURL(join(root, 'build/setup/')).href;

/** A command whose child says that it is ready and then never ends by itself. */
const endless = `
  import { command } from '${setup}steps.mjs';
  import { run } from '${setup}run.mjs';
  await command(async () => {
    await run(process.execPath, ['-e', 'console.log("ready"); setInterval(() => {}, 1000)']);
    console.log('went on');
    return 0;
  });
`;

describe('a command of the set-up', () => {
  it('ends with its child when it is asked to, and says that it can be run again', async () => {
    const script = join(scratchFolder({ 'endless.mjs': endless }), 'endless.mjs');
    const command = spawn(nodeBinary, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let problems = '';
    command.stderr.on('data', (chunk) => {
      problems += chunk;
    });
    command.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ready')) command.kill('SIGTERM');
    });
    const [code] = await once(command, 'close');
    expect(code).toBe(130);
    expect(output).toBe('ready\n');
    expect(problems).toBe('Interrupted. The same command goes on from here.\n');
  });

  it('says what is missing and what to do in two lines, without a stack', async () => {
    const script = `
      import { command, SetupError } from '${setup}steps.mjs';
      await command(async () => { throw new SetupError('a compiler.', 'apt-get install g++'); });
    `;
    const path = join(scratchFolder({ 'missing.mjs': script }), 'missing.mjs');
    const command = spawn(nodeBinary, [path], { stdio: ['ignore', 'ignore', 'pipe'] });
    let problems = '';
    command.stderr.on('data', (chunk) => {
      problems += chunk;
    });
    const [code] = await once(command, 'close');
    expect(code).toBe(1);
    expect(problems).toBe('Missing: a compiler.\nWhat to do: apt-get install g++\n');
  });
});
