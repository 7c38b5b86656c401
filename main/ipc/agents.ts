import type { Agent } from '#contract';
import type { agentMethods } from '#contract/agents.ts';
import { agentFileName, readAgentFile, saveAgentFile } from '../agents/agent-file.ts';
import type { ShellPort } from '../shell-port.ts';
import type { AgentStore } from '../storage/agents.ts';
import type { EventSink } from './event-hub.ts';
import type { HandlersOf } from './handlers.ts';

export interface AgentHandlerOptions {
  agents: AgentStore;
  shell: ShellPort;
  events: EventSink;
}

export function agentHandlers(options: AgentHandlerOptions): HandlersOf<typeof agentMethods> {
  const { agents, shell, events } = options;
  const tell = <Changed>(changed: Changed): Changed => {
    events.publish({ type: 'agents' });
    return changed;
  };
  return {
    'agents.list': () => agents.list(),
    'agents.create': (fields) => tell(agents.create(fields)),
    'agents.update': ({ id, fields }) => {
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      return tell(agents.update(id, Object.fromEntries(given)));
    },
    'agents.duplicate': ({ id }) => tell(agents.duplicate(id)),
    'agents.archive': ({ id }) => tell(agents.archive(id)),
    'agents.restore': ({ id }) => tell(agents.restore(id)),
    'agents.saveFile': async ({ id }) => {
      const agent = agents.get(id);
      const target = await shell.pickSavePath(agentFileName(agent));
      if (target === null) return { saved: false };
      await saveAgentFile(target, agent);
      return { saved: true };
    },
    'agents.openFiles': async () => {
      // All are read before the first is made: one that holds no agent leaves nothing half done.
      const found = await Promise.all((await shell.pickFiles()).map(readAgentFile));
      const added: Agent[] = found.map((fields) => agents.add(fields));
      return added.length > 0 ? tell(added) : added;
    },
  };
}
