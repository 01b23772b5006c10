import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import type pg from 'pg';
import type { Traversals } from '../../database/traversals.js';
import { shownUnits } from './items.sql.js';
import { openWalk, timeoutIfCancelled } from './open-walk.js';
import { toCursor } from './place.js';
import type { Step } from './step.js';

/** The fewest units that are looked up at once: few of them may be shown. */
const minChunk = 200;

/** The units below or above one, each once, in the order of a walk. */
export const traverseUnits: Handler<'units.traverse', { traversals: Traversals }> = (
  { traversals },
  { caller, id, page: { limit, cursor }, direction, depth: maxDepth, type },
  { expiresAt },
) => {
  async function readPage(db: pg.PoolClient) {
    const { walk, options, mayGoOn } = await openWalk(db, {
      ...{ caller, id, cursor, direction, maxDepth },
    });
    const items: string[] = [];
    let last: Step | undefined;
    let visited = 0;
    do {
      // One more than the page holds tells whether another page follows.
      const count = Math.max(limit - items.length + 1, minChunk);
      const steps = await walk.next(count);
      const shown = await findShown(db, steps);
      for (const step of steps) {
        const shownId = shown.get(step.unit);
        if (shownId !== undefined) {
          if (items.length === limit) return { items, next: toCursor(options, last!) };
          items.push(shownId);
        }
        last = step;
      }
      if (steps.length < count) return { items };
      visited += count;
    } while (mayGoOn(visited));
    return { items, next: toCursor(options, last!) };
  }

  async function findShown(db: pg.PoolClient, steps: Step[]): Promise<Map<string, string>> {
    const keys = steps.map(({ unit }) => unit);
    const rows = await query(db, shownUnits, [keys, type ?? null, caller.subject ?? null]);
    return new Map(rows.map((row) => [row.key, row.id]));
  }

  return timeoutIfCancelled(traversals({ developer: caller.developer, expiresAt }, readPage));
};
