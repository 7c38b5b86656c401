const fence = /^\s{0,3}(`{3,}|~{3,})/;
/** The line of a table that parts its head from its rows. */
const rule = /^\s*\|?(\s*:?-{2,}:?\s*\|)+(\s*:?-{2,}:?\s*)?$/;

/**
 * A text as it is read, without Markdown's signs: two answers are compared by their words. What is in code stays as
 * it is written.
 */
export function readable(markdown: string): string {
  let open: string | null = null;
  const lines: string[] = [];
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1];
    const closes = open !== null && (mark?.startsWith(open) ?? false);
    if (open === null && mark !== undefined) open = mark;
    else if (closes) open = null;
    else if (open !== null) lines.push(line);
    else if (!rule.test(line)) lines.push(plainLine(line));
  }
  return lines.join('\n');
}

function plainLine(line: string): string {
  const [, lead = '', rest = ''] = /^(\s*(?:#{1,6}\s+|[*+-]\s+)?)(.*)$/.exec(line) ?? [];
  const start = lead.includes('#') ? '' : lead.replace(/[*+-]/, '•');
  const cells = /^\|.*\|\s*$/.test(rest) ? rest.replace(/^\|\s*|\s*\|\s*$/g, '') : rest;
  return (
    start +
    cells
      .split(/(`+[^`]+`+)/)
      .map(plainStretch)
      .join('')
  );
}

/** What stands between code and what is code take turns. */
function plainStretch(text: string, place: number): string {
  if (place % 2 === 1) return text.replace(/^`+|`+$/g, '');
  return text
    .replace(/!?\[([^\]]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu, '$2');
}
