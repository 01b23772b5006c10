import type { Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { comparedUnits, presentLinks, presentThings } from './compare.sql.js';
import { resolveFileIds } from './file-ids.js';

/** Reads the stored state that lines would change; see `units.compare`. */
export const compareUnits: Handler<'units.compare', { pool: pg.Pool }> = (
  { pool },
  { caller, ids, values, links, things },
  deadline,
) =>
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
