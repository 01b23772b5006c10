import type { Caller } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { v5, validate as isUuid } from 'uuid';
import { lockVisibleUnits } from '../link.sql.js';

/** The namespace of unit ids that are derived from ids in files (RFC 9562, UUIDv5). */
const namespace = '6a1f4b0e-6f0f-4b43-9d5a-0f3f4d0c7a55';

/**
 * Derives the id of a unit from an id in a file: the same for the same caller, so that a file can be imported again, and
 * another one for every other account and subject.
 */
const unitIdOf = ({ developer, subject }: Caller, fileId: string): string =>
  v5(JSON.stringify([developer, subject ?? null, fileId]), namespace);

/** An existing unit, or the id of a new one. */
export interface ResolvedId {
  id: string;
  key?: string;
}

const uuidForm = /^urn:uuid:(.*)$/i;

/**
 * Returns the ids that the unit of an id in a file may have, in order of precedence: the id itself, also as `urn:uuid:…`,
 * or one that is derived from the text. A new unit gets the last one.
 */
function candidatesFor(caller: Caller, fileId: string): string[] {
  const bare = uuidForm.exec(fileId)?.[1] ?? fileId;
  if (!isUuid(bare)) return [unitIdOf(caller, fileId)];
  const made = fileId === bare ? [] : [unitIdOf(caller, fileId)];
  return [bare, ...made, unitIdOf(caller, bare)];
}

/**
 * Finds the units of ids in a file. The id of a unit that the caller sees means that unit, in each of its forms; any other
 * one means the unit that was, or will be, derived from it.
 */
export async function resolveFileIds(
  db: pg.PoolClient,
  caller: Caller,
  fileIds: ReadonlySet<string>,
): Promise<Map<string, ResolvedId>> {
  const candidates = [...fileIds].flatMap((fileId) =>
    candidatesFor(caller, fileId).map((id) => ({ fileId, id })),
  );
  const { developer, subject = null } = caller;
  const rows = await query(db, lockVisibleUnits, [
    candidates.map(({ id }) => id),
    candidates.map(() => developer),
    candidates.map(() => subject),
  ]);
  const keys = new Map(rows.map(({ position, key }) => [position, key]));
  const resolved = new Map<string, ResolvedId>();
  for (const [index, { fileId, id }] of candidates.entries()) {
    const key = keys.get(index + 1);
    if (resolved.get(fileId)?.key !== undefined) continue;
    resolved.set(fileId, key === undefined ? { id } : { id, key });
  }
  return resolved;
}
