import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route, settingsSections } from '../../../renderer/app/routes/route.ts';

const route: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ view: 'new' }),
  fc.constant<Route>({ view: 'welcome' }),
  fc.string({ minLength: 1 }).map((id): Route => ({ view: 'conversation', id })),
  fc
    .tuple(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }))
    .map(([id, messageId]): Route => ({ view: 'conversation', id, messageId })),
  fc.constantFrom(...settingsSections).map((section): Route => ({ view: 'settings', section })),
);

it('a route survives the address', () => {
  fc.assert(
    fc.property(route, (given) => {
      expect(parseRoute(formatRoute(given))).toEqual(given);
    }),
  );
});

it('any address leads somewhere', () => {
  fc.assert(
    fc.property(fc.string(), (hash) => {
      expect(parseRoute(hash).view).toBeTruthy();
    }),
  );
  expect(parseRoute('#/c/%E0%A4%A')).toEqual({ view: 'new' });
  expect(parseRoute('#/settings/nonsense')).toEqual({ view: 'settings', section: 'general' });
});
