import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import type * as Files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that takes so many writes more, and then none until there is room again. */
export const disk = {
  /** Writes that it still takes. */
  left: Number.POSITIVE_INFINITY,
  code: 'ENOSPC' as 'ENOSPC' | 'EROFS',
  /** Whether it says that there is room, as a disk does that fills up right afterwards. */
  hidden: false,
  fill(left: number, code: 'ENOSPC' | 'EROFS' = 'ENOSPC'): void {
    disk.left = left;
    disk.code = code;
  },
  free(): void {
    disk.left = Number.POSITIVE_INFINITY;
    disk.hidden = false;
  },
};

/** Throws as the file system does. */
function write(): void {
  disk.left -= 1;
  if (disk.left < 0) throw Object.assign(new Error(`${disk.code}: injected`), { code: disk.code });
}

/** The file services on such a disk: what fails leaves half of what it should have written, as a real one does. */
export function onDisk(files: typeof Files): typeof Files {
  const open = async (...args: Parameters<typeof Files.open>): Promise<Files.FileHandle> => {
    const writes = /[wa+]/.test(String(args[1] ?? 'r'));
    if (writes && args[1] !== 'r+') write();
    const handle = await files.open(...args);
    return writes ? new Proxy(handle, { get: (target, name) => methodOf(target, name) }) : handle;
  };
  const copyFile = async (...args: Parameters<typeof Files.copyFile>): Promise<void> => {
    try {
      write();
    } catch (thrown) {
      const bytes = await files.readFile(args[0]);
      await files.writeFile(args[1], bytes.subarray(0, bytes.length / 2), { flag: 'wx' });
      throw thrown;
    }
    await files.copyFile(...args);
  };
  const mkdir = (async (...args: Parameters<typeof Files.mkdir>) => {
    const isThere = await files.stat(args[0]).then(
      () => true,
      () => false,
    );
    if (!isThere) write();
    return files.mkdir(...args);
  }) as typeof Files.mkdir;
  const rename = async (...args: Parameters<typeof Files.rename>): Promise<void> => {
    // A full disk still renames; one that cannot be written to does not.
    if (disk.code === 'EROFS') write();
    await files.rename(...args);
  };
  return { ...files, open, copyFile, mkdir, rename };
}

function methodOf(handle: Files.FileHandle, name: string | symbol): unknown {
  const method: unknown = Reflect.get(handle, name);
  if (typeof method !== 'function') return method;
  if (name === 'write') {
    return async (bytes: Uint8Array, offset = 0) => {
      try {
        write();
      } catch (thrown) {
        await handle.write(bytes.subarray(offset, offset + (bytes.length - offset) / 2));
        throw thrown;
      }
      return handle.write(bytes, offset);
    };
  }
  const isWrite = name === 'writeFile' || name === 'sync';
  return async (...args: unknown[]) => {
    if (isWrite) write();
    return Reflect.apply(method, handle, args);
  };
}

/** A real file system of a few megabytes. */
export interface SmallDisk {
  folder: string;
  /** Leaves so many bytes of it. */
  leave(bytes: number): void;
  /** Takes back what `leave` did. */
  free(): void;
  unmount(): void;
}

/** Null where this user may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'bough-small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const ballast = join(folder, 'ballast');
  const free = (): void => rmSync(ballast, { force: true });
  return {
    folder,
    leave(bytes) {
      free();
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
    },
    free,
    unmount() {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}
