/** The address as the system's browser would get it; null for anything but http(s) and mailto. */
export function safeAddress(href: string | undefined): string | null {
  if (!href || href.length > 4000 || !URL.canParse(href)) return null;
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : null;
}
