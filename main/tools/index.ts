import { checkpointTool, rewindTool } from './points.ts';
import { type AttachmentSource, readAttachmentTool } from './read-attachment.ts';
import { recallTool } from './recall.ts';
import { type SearchSource, searchWorkspaceTool } from './search-workspace.ts';
import type { Tool } from './tool.ts';

/** The tools that every workspace has. */
export function builtInTools(sources: { attachments: AttachmentSource; search: SearchSource }): Tool[] {
  return [
    readAttachmentTool(sources.attachments),
    searchWorkspaceTool(sources.search),
    recallTool(),
    checkpointTool(),
    rewindTool(),
  ];
}
