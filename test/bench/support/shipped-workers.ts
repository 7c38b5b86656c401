import { join } from 'node:path';
import type { ServicesOptions } from '../../../main/services.ts';

const bundle = (name: string): string => join(import.meta.dirname, `../../../out/main/${name}.worker.cjs`);

/** The workers' scripts as the app ships them: starting one from its sources takes three times as long. */
export const shippedWorkers: ServicesOptions['workers'] = {
  context: bundle('context'),
  transcripts: bundle('transcript'),
  import: bundle('import'),
  backup: bundle('backup'),
  media: bundle('media'),
  readable: bundle('readable'),
};
