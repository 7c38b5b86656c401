/**
 * The content security policy of the window. Nothing is loaded from or sent to anywhere but the app itself, and
 * neither script nor style may stand in the page: what model output brings in stays text.
 *
 * @param connect more sources that may be connected to; empty in the product
 */
export function contentPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "worker-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "manifest-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of an attachment that is opened by its own address: inert, whatever it holds. */
export const attachmentPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";
