import type { Part } from '#contract';

/** What a person or a model said, without reasoning, tools and files: what is searched and titled. */
export function plainText(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n\n')
    .trim();
}
