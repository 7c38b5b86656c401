/** Markdown as it reads: the words without the signs, in one line after the other. Links keep their labels. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/^\s*(?:`{3,}|~{3,})[^\n]*$/gm, '')
    .replaceAll(/^\s*\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm, '')
    .replaceAll(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d+[.)]\s+)+/gm, '')
    .replaceAll(/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/gm, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\*{1,3}([^*\s](?:[^*\n]*[^*\s])?)\*{1,3}/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])_{1,3}(\S(?:[^_\n]*\S)?)_{1,3}(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/`+([^`\n]+)`+/g, '$1')
    .replaceAll(/\s*\|\s*/g, ' ')
    .replaceAll(/<\/?[a-z][^>\n]*>/gi, '')
    .trim();
}
