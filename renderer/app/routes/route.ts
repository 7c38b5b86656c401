import { create } from 'zustand';

export const settingsSections = ['general', 'providers', 'agents', 'tools', 'data', 'about'] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** What the main column shows. */
export type Route =
  | { view: 'new' }
  /** `messageId`: the message to bring into view, as a search found it. */
  | { view: 'conversation'; id: string; messageId?: string }
  | { view: 'settings'; section: SettingsSection }
  | { view: 'welcome' };

/** Reads a route from a location hash. Anything unknown is a new conversation. */
export function parseRoute(hash: string): Route {
  const [view, argument, detail] = hash.replace(/^#\/?/, '').split('/').map(decode);
  if (view === 'c' && argument)
    return { view: 'conversation', id: argument, ...(detail ? { messageId: detail } : {}) };
  if (view === 'settings') {
    const section = settingsSections.find((candidate) => candidate === argument);
    return { view: 'settings', section: section ?? 'general' };
  }
  if (view === 'welcome') return { view: 'welcome' };
  return { view: 'new' };
}

/** The location hash of a route. */
export function formatRoute(route: Route): string {
  if (route.view === 'conversation')
    return ['#/c', route.id, ...(route.messageId ? [route.messageId] : [])].map(encodePart).join('/');
  if (route.view === 'settings') return `#/settings/${route.section}`;
  return `#/${route.view}`;
}

const useRouteStore = create<{ route: Route }>(() => ({ route: { view: 'new' } }));

/** What the main column shows now. */
export function useRoute(): Route {
  return useRouteStore((state) => state.route);
}

/** The same outside of React. */
export function currentRoute(): Route {
  return useRouteStore.getState().route;
}

/**
 * Shows something else in the main column. The mouse's and the keyboard's Back return from it, unless it stands in
 * for what was there.
 */
export function navigate(route: Route, how: { replace?: boolean } = {}): void {
  const hash = formatRoute(route);
  if (how.replace) window.history.replaceState(null, '', hash);
  else if (hash !== window.location.hash) window.location.hash = hash;
  useRouteStore.setState({ route });
}

/** Takes the route from the address and follows it. Call once, before the first render. */
export function startRoutes(fallback: Route): void {
  const read = () => useRouteStore.setState({ route: parseRoute(window.location.hash) });
  window.addEventListener('hashchange', read);
  if (window.location.hash) read();
  else navigate(fallback);
}

/** Leaves the first part, which is ours, as it is. */
function encodePart(part: string, index: number): string {
  return index === 0 ? part : encodeURIComponent(part);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
