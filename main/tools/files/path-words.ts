/** Names that Windows gives to devices, with whatever follows a dot. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * What is wrong with a path as a model wrote it, before the file system is asked; null where nothing is. Only plain
 * paths are taken: what a system would read in a second way is refused, not mended.
 */
export function pathProblem(path: string, platform: NodeJS.Platform): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return 'A path holds no control characters.';
  if (path.trim() === '') return 'The path is empty.';
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) return 'Write a plain path, not an address.';
  if (path.startsWith('~')) return 'Write the whole path, not ~.';
  if (/^([\\/]{2}|\\)/.test(path)) return 'Network and device paths are not allowed.';
  if (/%(2e|2f|5c|00|25)/i.test(path)) return 'Write the path as it is, without % signs for characters.';
  if (path.split(/[\\/]/).includes('..')) return 'Write the path without "..".';
  return platform === 'win32' ? windowsProblem(path) : null;
}

function windowsProblem(path: string): string | null {
  const names = path.split(/[\\/]/);
  const [first = '', ...rest] = names;
  const drive = /^[a-z]:$/i.test(first);
  if (!drive && first.includes(':')) return 'Write the whole path, with the drive and a backslash.';
  for (const name of drive ? rest : names) {
    if (name.includes(':')) return 'Streams of files are not allowed.';
    if (devices.test(name.trimEnd())) return 'Devices are not files.';
    if (/[. ]$/.test(name) && name !== '.') return 'Names that end in a dot or space are not allowed.';
  }
  return null;
}
