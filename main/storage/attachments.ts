import type { Attachment } from '#contract';

const pending = (): never => {
  throw new Error('not implemented');
};

export class AttachmentStore {
  /** Takes type, dimensions and text-ness from the bytes. Throws `attachment_too_large`. */
  async add(_name: string, _bytes: Uint8Array): Promise<Attachment> {
    return pending();
  }
  /** Verifies the hash. Throws `attachment_missing`. */
  async read(_hash: string): Promise<Uint8Array> {
    return pending();
  }
  path(_hash: string): string {
    return pending();
  }
  /** Throws `attachment_missing`. */
  info(_hash: string): Pick<Attachment, 'mime' | 'kind' | 'bytes'> {
    return pending();
  }
}
