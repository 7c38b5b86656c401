import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import { attachmentPolicy, contentPolicy } from './content-policy.ts';

/** Types of the files that the renderer's build may hold; anything else is refused. */
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
};

/** Pixel formats that a window shows by itself; every other attachment is a download. */
const inlineTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);

export interface PageServerOptions {
  /** Folder of the built renderer. */
  rendererFolder: string;
  /** Where an attachment lies and what it is; null when there is none. */
  attachment(hash: string): Promise<{ path: string; mime: string } | null>;
  /** The PNG of a snapshot page; null when there is none. */
  page(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** More sources for `connect-src`; the test host's socket. */
  connect?: readonly string[];
}

/**
 * Answers the window's requests: the renderer's files at `/`, attachments at `/attachment/<hash>`, and snapshot pages at
 * `/page/<hash>`.
 */
export type PageServer = (request: Request) => Promise<Response>;

export function createPageServer(options: PageServerOptions): PageServer {
  const policy = contentPolicy(options.connect);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
    const path = decodedPath(request.url);
    if (path === null) return refusal(400);
    const [, kind, hash] = /^\/(attachment|page)\/([0-9a-f]{64})$/.exec(path) ?? [];
    if (hash !== undefined && kind === 'attachment')
      return attachmentResponse(await options.attachment(hash));
    if (hash !== undefined) return pageResponse(await options.page(hash));
    return fileResponse(options.rendererFolder, path === '/' ? '/index.html' : path, policy);
  };
}

async function fileResponse(folder: string, path: string, policy: string): Promise<Response> {
  const file = join(folder, path);
  const inside = relative(folder, file);
  const type = types[extname(file)];
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside) || type === undefined)
    return refusal(404);
  const bytes = await readOrNull(file);
  if (bytes === null) return refusal(404);
  return new Response(bytes, {
    headers: {
      ...common,
      'content-type': type,
      'content-security-policy': policy,
      // The build puts a content hash into every name below /assets.
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
}

async function attachmentResponse(found: { path: string; mime: string } | null): Promise<Response> {
  const bytes = found && (await readOrNull(found.path));
  if (!found || !bytes) return refusal(404);
  return storedResponse(bytes, found.mime);
}

/** What is named by its content hash never changes. */
function storedResponse(bytes: Uint8Array<ArrayBuffer>, mime: string): Response {
  const inline = inlineTypes.has(mime);
  return new Response(bytes, {
    headers: {
      ...common,
      'content-type': inline ? mime : 'application/octet-stream',
      'content-disposition': inline ? 'inline' : 'attachment',
      'content-security-policy': attachmentPolicy,
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
}

function pageResponse(png: Uint8Array<ArrayBuffer> | null): Response {
  return png ? storedResponse(png, 'image/png') : refusal(404);
}

const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

function refusal(status: number): Response {
  return new Response(null, { status, headers: common });
}

function decodedPath(url: string): string | null {
  try {
    const path = decodeURIComponent(new URL(url).pathname);
    return path.includes('\0') || path.includes('\\') ? null : path;
  } catch {
    return null;
  }
}

async function readOrNull(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR'))
      return null;
    throw error;
  }
}
