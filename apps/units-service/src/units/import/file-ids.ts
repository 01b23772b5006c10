import type { Caller } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import { v5, validate as isUuid } from 'uuid';
import { keepUnits } from '../link.sql.js';

/** The namespace of unit ids that are made of ids in files (RFC 9562, UUIDv5). */
const namespace = '6a1f4b0e-6f0f-4b43-9d5a-0f3f4d0c7a55';

/**
 * The id of the unit that an id in a file stands for: the same for the same caller, so that a file can
 * be imported again, and another for every other account and subject.
 */
const unitIdOf = ({ developer, subject }: Caller, fileId: string): string =>
  v5(JSON.stringify([developer, subject ?? null, fileId]), namespace);

/** A unit that exists, or the id of one that does not yet. */
export interface ResolvedId {
  id: string;
  key?: string;
}

const uuidForm = /^urn:uuid:(.*)$/i;

/**
 * The ids that a unit may have for which an id in a file stands, the first of which there is: its own, also as
 * `urn:uuid:…`, or the one that was made of the text; a new unit gets the last of them.
 */
function candidatesFor(caller: Caller, fileId: string): string[] {
  const bare = uuidForm.exec(fileId)?.[1] ?? fileId;
  if (!isUuid(bare)) return [unitIdOf(caller, fileId)];
  const made = fileId === bare ? [] : [unitIdOf(caller, fileId)];
  return [bare, ...made, unitIdOf(caller, bare)];
}

/**
 * Finds the units that ids in a file stand for. An id that is the id of a unit that the caller sees
 * means that unit, in each of its forms; any other one the unit that was, or will be, made of it.
 */
export async function resolveFileIds(
  db: pg.PoolClient,
  caller: Caller,
  fileIds: ReadonlySet<string>,
): Promise<Map<string, ResolvedId>> {
  const asked = [...fileIds].flatMap((fileId) =>
    candidatesFor(caller, fileId).map((id) => ({ fileId, id })),
  );
  const { developer, subject = null } = caller;
  const rows = await query(db, keepUnits, [
    asked.map(({ id }) => id),
    asked.map(() => developer),
    asked.map(() => subject),
  ]);
  const keys = new Map(rows.map(({ position, key }) => [position, key]));
  const resolved = new Map<string, ResolvedId>();
  for (const [index, { fileId, id }] of asked.entries()) {
    const key = keys.get(index + 1);
    if (resolved.get(fileId)?.key !== undefined) continue;
    resolved.set(fileId, key === undefined ? { id } : { id, key });
  }
  return resolved;
}
