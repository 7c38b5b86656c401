import { agentsInUse, useAgents } from '../../bridge/agents.ts';
import type { OpenChat } from '../../features/chat/index.ts';
import { agentCalled, type CommandActs } from '../../features/composer/index.ts';
import { useRoomCommand } from '../../features/context/index.ts';
import { askAside } from '../../features/side/index.ts';
import { runCommand } from '../commands/commands.ts';
import { usePanel } from '../routes/panel.ts';
import { useExportCommands } from './export-commands.ts';
import { useMakeRoomSheet } from './make-room.ts';
import { useMemoryAgent } from './memory-agent.ts';
import { usePointCommands } from './point-commands.ts';

/** What the slash commands do in a conversation. */
export function useSlashCommands(open: OpenChat): CommandActs {
  const { chat, acts } = open;
  const { conversationId } = chat;
  const runRoom = useRoomCommand(conversationId);
  const openSheet = useMakeRoomSheet((state) => state.open);
  const explore = useMemoryAgent((state) => state.show);
  const agents = agentsInUse(useAgents());
  const openPanel = usePanel((state) => state.open);
  const exporting = useExportCommands({ chat });
  const points = usePointCommands(open);
  return {
    retry: () => void acts.retry(),
    compact: (args) => openSheet(conversationId, { command: 'compact', args }),
    shake: (args) => runRoom({ command: 'shake', args }),
    context: (args) => {
      explore(conversationId, args.trim() === '' ? null : (agentCalled(agents, args)?.id ?? null));
      openPanel('memory');
    },
    tree: () => openPanel('branches'),
    ...points,
    ...exporting,
    btw: (args) => void askAside(conversationId, 'btw', args),
    handoff: (args) => void askAside(conversationId, 'handoff', args),
    help: () => runCommand('help'),
  };
}
