import type { Caller } from '@trellis/contracts';
import { inTransaction, query, type Deadline } from '@trellis/database';
import type pg from 'pg';
import { comparedUnits, presentLinks, presentThings } from './compare.sql.js';
import { resolveFileIds } from './file-ids.js';

/** The ids of lines and what they name. */
export interface ComparedLines {
  caller: Caller;
  ids: readonly string[];
  /** The names of the properties whose values are included. */
  values: readonly string[];
  links: readonly { parent: string; child: string }[];
  things: readonly { unit: string; thing: string }[];
}

/** A stored unit that a line describes. */
export interface ComparedUnit {
  name: string;
  type: string;
  /** With the MD5 digest of each value as JSON text, and the value itself if requested. */
  properties: { name: string; digest: string; value?: unknown }[];
}

interface Comparison {
  /** The units of the first `covered` ids, which is at least one; null for a unit that does not exist. */
  units: (ComparedUnit | null)[];
  covered: number;
  links: boolean[];
  /** Whether each thing is in its unit; `unknown` if the caller does not see the thing. */
  things: ('present' | 'absent' | 'unknown')[];
}

/** Reads the stored state that lines would change: units, links and memberships. */
export const compareUnits = (
  { pool }: { pool: pg.Pool },
  { caller, ids, values, links, things }: ComparedLines,
  deadline: Deadline,
): Promise<Comparison> =>
  inTransaction(
    pool,
    async (db) => {
      const fileIds = [
        ...ids,
        ...links.flatMap(({ parent, child }) => [parent, child]),
        ...things.map(({ unit }) => unit),
      ];
      const resolved = await resolveFileIds(db, caller, new Set(fileIds));
      const keyOf = (fileId: string) => resolved.get(fileId)!.key ?? null;
      const keys = ids.map(keyOf);
      // Several ids may be those of one unit.
      const indexes = keys.flatMap((key, index) => (key === null ? [] : index));
      const existing = indexes.map((index) => keys[index]!);
      const rows = existing.length > 0 ? await query(db, comparedUnits, [existing, values]) : [];
      const covered = indexes[rows.length] ?? ids.length;
      const byKey = new Map(rows.map(({ position, ...unit }) => [existing[position - 1], unit]));
      return {
        units: keys.slice(0, covered).map((key) => (key === null ? null : byKey.get(key)!)),
        covered,
        links: await findLinks(),
        things: await findThings(),
      };

      async function findLinks(): Promise<boolean[]> {
        const columns = [
          links.map(({ parent }) => keyOf(parent)),
          links.map(({ child }) => keyOf(child)),
        ];
        const found = links.length === 0 ? [] : await query(db, presentLinks, columns);
        const positions = new Set(found.map(({ position }) => position));
        return links.map((_link, index) => positions.has(index + 1));
      }

      async function findThings() {
        const { developer, subject = null } = caller;
        const columns = [things.map(({ unit }) => keyOf(unit)), things.map(({ thing }) => thing)];
        const found =
          things.length === 0
            ? []
            : await query(db, presentThings, [...columns, developer, subject]);
        const known = new Map(found.map(({ position, present }) => [position, present]));
        return things.map((_thing, index) => {
          const present = known.get(index + 1);
          return present === undefined ? 'unknown' : present ? 'present' : 'absent';
        });
      }
    },
    deadline,
  );
