import type { Migration } from '../migrate.ts';
import { firstSchema } from './0001-first-schema.ts';
import { agentsOfTheirOwn } from './0002-agents.ts';
import { branchesAndForks } from './0003-branches.ts';
import { imports } from './0004-imports.ts';
import { shortSearches } from './0005-short-searches.ts';

/** Every step of the schema, oldest first. */
export const migrations: readonly Migration[] = [
  firstSchema,
  agentsOfTheirOwn,
  branchesAndForks,
  imports,
  shortSearches,
];
