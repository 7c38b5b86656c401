import { describe, expect, it } from 'vitest';
import { bridgeBypasses, longFiles } from '../../../build/setup/source-rules.mjs';

describe('the rules for source files', () => {
  it('name a file over 400 lines, and leave data alone', () => {
    const text = 'x\n'.repeat(401);
    expect(longFiles([{ file: 'main/a.ts', text }])).toBe('main/a.ts has 401 lines');
    expect(longFiles([{ file: 'main/a.ts', text: 'x\n'.repeat(400) }])).toBe('');
    expect(longFiles([{ file: 'locales/cs.json', text }])).toBe('');
  });

  it.each(['window.bough.call()', 'globalThis.bough', "self['bough']", 'window?.bough'])(
    'catch %s outside the bridge',
    (text) => {
      expect(bridgeBypasses([{ file: 'renderer/features/chat/Chat.tsx', text }])).toContain('Chat.tsx');
      expect(bridgeBypasses([{ file: 'renderer/bridge/api.ts', text }])).toBe('');
    },
  );

  it('let other properties and words pass', () => {
    expect(
      bridgeBypasses([{ file: 'renderer/app/a.ts', text: "window.boughs; 'bough'; window.innerWidth" }]),
    ).toBe('');
  });
});
