/** Where an export is written to, piece by piece: a file, or an entry of a zip. */
export interface Output {
  write(piece: string | Uint8Array): Promise<void>;
}
