import { Problem, versionOf } from '@trellis/contracts';
import { query } from '@trellis/database';
import type { Pool } from 'pg';
import { readType, type TypeRow } from './read.sql.js';

/** Reads a type of an account by its id or number; undefined if there is none. */
export async function findType(
  pool: Pool,
  { developer, type }: { developer: string; type: string },
): Promise<TypeRow | undefined> {
  const [row] = await query(pool, readType, [developer, type]);
  return row;
}

export async function requireType(
  pool: Pool,
  of: { developer: string; type: string },
): Promise<TypeRow> {
  const row = await findType(pool, of);
  if (!row) throw noSuchType();
  return row;
}

export const noSuchType = () => new Problem('not_found', 'The account has no such connector type.');

/** Returns the version of the resource. */
export const typeTag = ({ version, logoId }: Pick<TypeRow, 'version' | 'logoId'>): string =>
  versionOf([version, logoId]);
