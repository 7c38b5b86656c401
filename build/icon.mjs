/** Renders build/icon.svg to build/icon.png, from which electron-builder makes the icon of each platform. */
import { join } from 'node:path';
import sharp from 'sharp';

const folder = import.meta.dirname;

await sharp(join(folder, 'icon.svg'))
  .resize(1024, 1024)
  .png({ compressionLevel: 9 })
  .toFile(join(folder, 'icon.png'));
