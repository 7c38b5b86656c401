/**
 * Reads what Chromium says of proxies: "PROXY host:port; DIRECT". The first that can be used counts.
 *
 * @returns its address, or null where requests go straight
 */
export function readProxyList(list: string): string | null {
  for (const entry of list.split(';')) {
    const [kind = '', host = ''] = entry.trim().split(/\s+/);
    if (kind === 'DIRECT') return null;
    if ((kind === 'PROXY' || kind === 'HTTP') && host !== '') return `http://${host}`;
    if (kind === 'SOCKS5' && host !== '') return `socks5://${host}`;
    if (kind === 'HTTPS' && host !== '') return `https://${host}`;
  }
  return null;
}
