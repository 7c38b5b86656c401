import { safeStorage } from 'electron';
import type { SecretBox } from '../providers/keys.ts';

/**
 * The operating system's encryption. On Linux without a key ring Electron would fall back to a fixed password,
 * which protects nothing: that counts as none, and the user is told and chooses.
 */
export const systemSecretBox: SecretBox = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(Buffer.from(bytes)),
};
