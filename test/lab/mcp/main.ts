import { createInterface } from 'node:readline';
import { answer, type RpcMessage } from './protocol.ts';

/**
 * `node test/lab/mcp/main.ts [few | many | dies | silent]`: a server of tools on standard input and output. `dies`
 * ends before it answers anything, `silent` never answers.
 */
const mode = process.argv[2] ?? 'few';
if (mode === 'dies') {
  process.stderr.write(`cannot start: ${process.env['LAB_SECRET'] ?? 'no reason'}\n`);
  process.exit(3);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (mode === 'silent') return;
  const message: RpcMessage = JSON.parse(line);
  const answered = answer(message, mode === 'many');
  if (!answered) return;
  switch (answered.fault) {
    case 'crash':
      process.stderr.write('out of memory\n');
      process.exit(1);
      break;
    case 'hang':
      // It answers nothing from now on, not even whether it lives.
      process.stdin.pause();
      break;
    case 'garbage':
      process.stdout.write('this is no answer\n');
      break;
    case 'flood':
      process.stdout.write(`${'x'.repeat(5 * 1024 * 1024)}\n`);
      break;
    default:
      process.stdout.write(`${JSON.stringify(answered.reply)}\n`);
  }
});
