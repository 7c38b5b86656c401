import type { TFunction } from 'i18next';
import type { ToolPart } from '#contract';

/** What a tool does or did, in words: by its name where we know it, with the argument that says most. */
export function toolTitle(t: TFunction<'chat'>, part: ToolPart): string {
  const tense = part.state === 'running' ? 'now' : part.state === 'done' ? 'done' : part.state;
  const about = aboutOf(part.input);
  switch (part.name) {
    case 'read_attachment':
      return t(`tool.read_attachment.${tense}`, { name: about });
    case 'search_workspace':
      return t(`tool.search_workspace.${tense}`, { name: about });
    default:
      return t(`tool.other.${tense}`, { name: part.name });
  }
}

/** The first short text among the arguments; empty while they are not whole. */
function aboutOf(input: string): string {
  try {
    const parsed: unknown = JSON.parse(input);
    if (typeof parsed !== 'object' || parsed === null) return '';
    const text = Object.values(parsed).find((value) => typeof value === 'string' && value !== '');
    return typeof text === 'string' ? text.slice(0, 120) : '';
  } catch {
    return '';
  }
}
