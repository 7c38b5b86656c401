import { startLab } from './lab.ts';
import type { LocalKind } from './local/runtime.ts';

const KINDS: readonly LocalKind[] = ['ollama', 'lm-studio', 'llama.cpp'];
const USAGE = `Usage: node test/lab/main.ts [--port N] [--ollama N] [--lm-studio N] [--llama.cpp N]`;

/** Reads `--name N` pairs. Throws on anything else. */
function readPorts(args: readonly string[]): Map<string, number> {
  const ports = new Map<string, number>();
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = [args[at]?.replace(/^--/, ''), Number(args[at + 1])];
    if (!['port', ...KINDS].includes(name) || !Number.isInteger(value)) throw new Error(USAGE);
    ports.set(name, value);
  }
  return ports;
}

const ports = readPorts(process.argv.slice(2));
const lab = await startLab({ port: ports.get('port') ?? 0 });
const lines = [
  `OpenAI                ${lab.openai.baseURL}`,
  `OpenAI-compatible     ${lab.compatible.baseURL}`,
  `Anthropic             ${lab.anthropic.baseURL}`,
  `Google                ${lab.google.baseURL}`,
  `Key                   ${lab.openai.apiKey}`,
];
for (const kind of KINDS) {
  const port = ports.get(kind);
  if (port !== undefined) lines.push(`${kind.padEnd(22)}${(await lab.startLocal(kind, { port })).url}`);
}
process.stdout.write(`The provider lab listens. Stop it with Ctrl+C.\n\n${lines.join('\n')}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void lab.close().then(() => process.exit(0));
  });
}
