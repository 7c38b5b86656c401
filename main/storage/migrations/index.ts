import type { Migration } from '../migrate.ts';
import { firstSchema } from './0001-first-schema.ts';
import { agentsOfTheirOwn } from './0002-agents.ts';
import { imports } from './0003-imports.ts';
import { branchesAndForks } from './0004-branches.ts';

/** Every step of the schema, oldest first. */
export const migrations: readonly Migration[] = [firstSchema, agentsOfTheirOwn, imports, branchesAndForks];
