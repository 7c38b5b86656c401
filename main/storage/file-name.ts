/** UTF-16 units, as the bridge's schema has it; most file systems take 255 bytes or units. */
const maxLength = 255;

/** Names that Windows gives to devices, whatever follows the first dot. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * A name under which a file can be shown and saved on every system: no folders, no control characters, none that
 * turn the direction of writing (they make "exe.png" of "gnp.exe"), no device of Windows. What is left of nothing is
 * "file". The extension is kept when the name is too long.
 */
export function cleanFileName(name: string): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  const visible = base
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/^\s+|[\s.]+$/g, '');
  const safe = devices.test(visible) ? `_${visible}` : visible;
  return shorten(safe) || 'file';
}

function shorten(name: string): string {
  if (name.length <= maxLength) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : '';
  // Cutting may leave half of a surrogate pair.
  return name.slice(0, maxLength - extension.length).replace(/[\uD800-\uDBFF]$/, '') + extension;
}
