import type { ToolInfo } from '#contract';
import type { toolMethods } from '#contract/tools.ts';
import type { ToolDesk } from '../tools/tool-desk.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface ToolHandlerOptions {
  desk: ToolDesk;
  events: EventSink;
}

export function toolHandlers({ desk, events }: ToolHandlerOptions): HandlersOf<typeof toolMethods> {
  const { approvals, grants, servers, tools } = desk;
  const changed = <T>(value: T): T => {
    events.publish({ type: 'tools' });
    return value;
  };
  return {
    'tools.list': () => [...tools.all().flatMap(ownInfo), ...servers.servers().flatMap((each) => each.tools)],
    'tools.pending': () => approvals.pending(),
    'tools.decide': ({ id, decision }) => ({ decided: approvals.decide(id, decision) }),
    'tools.grants': () => grants.all(),
    'tools.revoke': ({ id }) => changed({ revoked: grants.revoke(id) }),
    'tools.giveFolder': async ({ write }) => changed(await desk.giveFolder(write)),
    'tools.servers': () => servers.servers(),
    'tools.saveServer': (draft) => servers.save(draft),
    'tools.removeServer': async ({ id }) => ({ removed: await servers.remove(id) }),
    'tools.enableServer': ({ id, enabled }) => servers.enable(id, enabled),
    'tools.checkServer': ({ id }) => servers.check(id),
    'tools.settings': () => desk.settings(),
    'tools.setSettings': (settings) => changed(desk.setSettings(settings)),
  };
}

/** Tools of servers are listed by their servers, with their own names. */
function ownInfo({
  spec,
  from,
}: ToolDesk['tools']['all'] extends () => readonly (infer One)[] ? One : never): ToolInfo[] {
  const { name, description } = spec;
  return from === undefined ? [{ name, description, serverId: null, readOnly: false }] : [];
}
