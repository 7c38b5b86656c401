/** Text as a block of code in Markdown, behind a fence that is longer than any in it. */
export function fenced(text: string, language = ''): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
