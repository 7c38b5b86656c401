import { parentPort } from 'node:worker_threads';
import { fitImage } from './fit-image.ts';
import type { MediaAnswer, MediaReply, MediaTask } from './media-tasks.ts';
import { pdfText } from './pdf-text.ts';

/** Fits images and reads PDFs beside the main process. Started by `media.ts` on first use. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');

/** One after the other: two large images at once would need twice the memory. */
let queue: Promise<void> = Promise.resolve();
port.on('message', ({ id, task }: { id: number; task: MediaTask }) => {
  queue = queue.then(async () => {
    const answer = await answerTo(task).catch(failed);
    const transfer = answer.kind === 'fitted' ? [answer.image.bytes.buffer] : [];
    port.postMessage({ id, answer } satisfies MediaReply, transfer);
  });
});

async function answerTo(task: MediaTask): Promise<MediaAnswer> {
  if (task.kind === 'pdf') return { kind: 'text', text: await pdfText(task.bytes) };
  return { kind: 'fitted', image: await fitImage(task.bytes, task.goal) };
}

function failed(error: unknown): MediaAnswer {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const reason =
    name === 'PasswordException' ? 'locked' : error instanceof RangeError ? 'too-large' : 'damaged';
  return { kind: 'failed', reason, detail: message };
}
