import type { Handler } from '@trellis/contracts';
import type pg from 'pg';
import { tooSlowToCheck, type Traversals } from '../../database/traversals.js';
import { openFilter } from '../filter.js';
import { openWalk } from './open-walk.js';
import { toCursor, type Step } from './walk-cursor.js';

/** The minimum number of units that are looked up at once, since few of them may match. */
const minChunk = 200;

/** Lists the units below or above a unit, each once, in the order of a walk. */
export const traverseUnits: Handler<'units.traverse', { traversals: Traversals }> = (
  { traversals },
  { caller, id, page: { limit, cursor }, direction, depth: maxDepth, ...filter },
  { expiresAt },
) => {
  async function readPage(db: pg.PoolClient) {
    const start = { caller, id, cursor, direction, maxDepth };
    const { walk, options, mayGoOn } = await openWalk(db, start);
    const match = await openFilter(db, caller, filter);
    const items: string[] = [];
    let last: Step | undefined;
    let visited = 0;
    do {
      // One more than the page holds tells whether another page follows.
      const count = Math.max(limit - items.length + 1, minChunk);
      const steps = await walk.next(count);
      const units = await match(steps.map(({ unit }) => unit));
      const shown = new Map(units.map((unit) => [unit.key, unit.id]));
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

  const tooSlow = tooSlowToCheck(filter);
  return traversals({ developer: caller.developer, expiresAt, tooSlow }, readPage);
};
