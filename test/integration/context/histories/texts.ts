/** Texts of every kind that histories are made of, each beginning another way, so that none is equal to another. */
const kinds = [
  'The river runs under old trees, and every branch keeps its leaf until the first cold morning comes. ',
  'export function total(items: readonly Item[]): number { return items.reduce((sum, item) => sum + item.price, 0); }\n',
  '{"id": 4711, "name": "kettle", "size": {"w": 12.50, "h": 8}, "tags": ["red", "steel"], "ok": true}\n',
  '2026-11-03 09:14:22 node-3 GET /api/v2/leaf/8f3a took 183 ms, 2048 bytes, id=9c1e44f0\n',
  'Příliš žluťoučký kůň úpěl ďábelské ódy. Řeřicha roste u řeky. ',
  'น้ำใสไหลเย็น เห็นตัวปลา ใต้ต้นไม้เก่า ',
  '雨の日は古い木の下で本を読む。한국어 문장도 있다。',
  'Прежде чем ответить, проверь числа ещё раз: 12 345,67. ',
] as const;

/** Characters a token, about, of each kind. */
const density = [5.5, 4.2, 2.9, 2.3, 3, 2.3, 1.4, 4.5] as const;

/** Text of about this many tokens. */
export function textOf(label: string, kind: number, tokens: number): string {
  const at = kind % kinds.length;
  const words = kinds[at] ?? '';
  const length = Math.max(0, Math.floor(tokens * (density[at] ?? 4)) - label.length);
  return `${label}: ${words.repeat(Math.ceil(length / words.length)).slice(0, length)}`;
}

/** The beginning of a PNG of this size: what it costs is read from there, by the app as by the lab. */
export function pictureOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(48);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
