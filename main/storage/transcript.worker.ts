import { parentPort } from 'node:worker_threads';
import {
  type CodecAnswer,
  type CodecReply,
  type CodecTask,
  parsedHere,
  serialisedHere,
} from './transcript-codec.ts';

/** Parses and writes out large transcripts beside the main process. Started by `transcript-codec.ts`. */
const port = parentPort;
if (!port) throw new Error('This runs as a worker');

port.on('message', ({ id, task }: { id: number; task: CodecTask }) => {
  const answer = answerTo(task);
  const transfer = answer && 'bytes' in answer ? [answer.bytes.buffer as ArrayBuffer] : [];
  port.postMessage({ id, answer } satisfies CodecReply, transfer);
});

/** What cannot be done here is tried once more by the one who asked, and fails there with its reason. */
function answerTo(task: CodecTask): CodecAnswer | null {
  try {
    return task.kind === 'parse' ? parsedHere(task.bytes, task.key) : serialisedHere(task.transcript);
  } catch {
    return null;
  }
}
