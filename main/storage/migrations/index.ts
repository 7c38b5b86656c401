import type { Migration } from '../migrate.ts';
import { firstSchema } from './0001-first-schema.ts';

/** Every step of the schema, oldest first. */
export const migrations: readonly Migration[] = [firstSchema];
