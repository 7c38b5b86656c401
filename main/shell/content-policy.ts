/**
 * The content security policy of the window. Nothing is loaded from or sent to anywhere but the app itself.
 * Styles may be inline because dialogs and formulas set them; with no outside address to load from, a style
 * cannot carry anything out.
 *
 * @param connect more sources that may be connected to; empty in the product
 */
export function contentPolicy(connect: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
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
export const attachmentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";
