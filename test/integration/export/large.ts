import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Part } from '#contract';
import type { Workspace } from '../../../main/storage/workspace.ts';
import { scripts } from '../../fixtures/scripts.ts';

/**
 * A picture of noise, which no encoder makes small: what a photo costs.
 *
 * @param side pixels; 300 are about 270 KB
 */
export function noisePng(side: number): Uint8Array {
  const lines = Buffer.concat(
    Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), randomBytes(side * 3)])),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const { english, czech, thai, chinese } = scripts;
const answer = `# Plan\n\n${english} ${czech}\n\n1. **First** water it, then wait.\n2. ${thai}\n\n| step | hours |\n| --- | ---: |\n| rise | 12 |\n| bake | 1 |\n\n\`\`\`ts\nconst minutes = trains.map((train) => train.delay);\nfor (const minute of minutes) console.log(minute);\n\`\`\`\n\nThe sum is $\\frac{n(n+1)}{2}$. ${chinese}`;

/** Writes a conversation of any size. Its pictures stand in the user's messages, evenly. Returns its id. */
export async function writeLarge(
  workspace: Workspace,
  { messages, images, side }: { messages: number; images: number; side: number },
): Promise<string> {
  const { id, rootId, agentId } = workspace.conversations.create();
  workspace.conversations.rename(id, 'A long talk', 'user');
  let parentId = rootId;
  let shown = 0;
  for (let at = 0; at < messages; at += 1) {
    const place = { conversationId: id, parentId };
    if (at % 2 === 1) {
      const parts: Part[] = [{ type: 'text', text: `${answer}\n\n${at}` }];
      parentId = workspace.messages.appendAgent({ ...place, agentId, model: 'lab/one', parts }).id;
      continue;
    }
    const parts: Part[] = [{ type: 'text', text: `Question ${at}: ${english}` }];
    while (shown * messages < images * at) {
      shown += 1;
      parts.push({
        type: 'attachment',
        attachment: await workspace.attachments.add(`${shown}.png`, noisePng(side)),
      });
    }
    parentId = workspace.messages.appendUser({ ...place, parts }).id;
  }
  return id;
}
