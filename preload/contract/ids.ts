import { z } from 'zod';

/** UUID in lower case: safe in file names. Bough makes version 7. */
export const idSchema = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** Lower-case hexadecimal SHA-256 of an attachment's bytes. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Milliseconds since the Unix epoch. */
export const timeSchema = z.number().int().nonnegative();
