import type { Preferences } from '#contract';
import { createFake } from './bough.ts';

/** Puts the fake on `window.bough`, set up by the page's address. */
const query = new URLSearchParams(location.search);
const list = (name: string) => query.get(name)?.split(',') ?? [];

window.bough = createFake({
  conversations: Number(query.get('conversations') ?? 12),
  trashed: Number(query.get('trashed') ?? 0),
  routes: query.get('routes') === 'full' ? 'full' : 'practice',
  encryption: query.get('encryption') !== 'no',
  local: query.get('local') === 'yes',
  welcomed: query.get('welcomed') !== 'no',
  language: (query.get('lang') ?? 'en') as Preferences['language'],
  theme: (query.get('theme') ?? 'light') as Preferences['theme'],
  textSize: Number(query.get('text') ?? 1),
  notices: query.get('notices') === 'yes',
  failing: list('failing'),
  silent: list('silent'),
  check: query.get('check') ?? '',
});
