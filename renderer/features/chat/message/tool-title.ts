import type { TFunction } from 'i18next';
import type { ToolPart } from '#contract';

/** What a tool does or did, in words: by its name where we know it, with the argument that says most. */
export function toolTitle(t: TFunction<'chat'>, tools: TFunction<'tools'>, part: ToolPart): string {
  const tense = part.state === 'running' ? 'now' : part.state === 'done' ? 'done' : part.state;
  const about = aboutOf(part.input);
  switch (part.name) {
    case 'read_attachment':
      return t(`tool.read_attachment.${tense}`, { name: about });
    case 'search_workspace':
      return t(`tool.search_workspace.${tense}`, { name: about });
    case 'fetch_page':
    case 'read_file':
    case 'write_file':
    case 'take_screenshot':
    case 'search_tools':
    case 'recall':
      return tools(`card.${part.name}.${tense}`, { about });
    case 'use_tool':
      return about in cards
        ? toolTitle(t, tools, { ...part, name: about, input: innerInput(part.input) })
        : tools(`card.server.${tense}`, { about: serverName(about) });
    default:
      return part.name.includes('__')
        ? tools(`card.server.${tense}`, { about: serverName(part.name) })
        : t(`tool.other.${tense}`, { name: part.name });
  }
}

/** Tools that have titles of their own and may be called through `use_tool`. */
const cards = { fetch_page: true, read_file: true, write_file: true, take_screenshot: true };

/** The arguments of the tool that is called through another. */
function innerInput(input: string): string {
  const outer: { arguments?: unknown } = JSON.parse(input);
  return JSON.stringify(outer.arguments ?? {});
}

/** "Office__read_invoice" is the tool read_invoice of the server Office. */
function serverName(name: string): string {
  return name.replace('__', ': ');
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
