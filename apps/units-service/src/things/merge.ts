import type { Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { toId } from '../batches/calls.js';
import { noSuchThing } from '../visibility/rules.js';
import { publishHints, type PublishThingsHint } from './hints.js';
import { endValues, mergeRows, readAlias } from './merge.sql.js';
import { lockThings } from './upsert.sql.js';

interface Needs {
  pool: pg.Pool;
  publishThingsHint: PublishThingsHint;
}

/** Merges things that are one device. Their history follows later (see `moveHistory`). */
export const mergeThings: Handler<'things.merge', Needs> = async (
  { pool, publishThingsHint },
  { client, developer, merged },
) => {
  const gone = merged.map(({ from }) => from);
  const stays = merged.map(({ into }) => into);
  await inTransaction(pool, async (db) => {
    await query(db, lockThings, [[...gone, ...stays]]);
    await query(db, endValues, [gone, developer, client]);
    await query(db, mergeRows, [gone, stays, developer, client]);
  });
  publishHints(publishThingsHint, [{ developer, subject: undefined, things: [...gone, ...stays] }]);
  return {};
};

/** Finds the thing that the id of a merged or replaced one stands for. */
export const readThingAlias: Handler<'things.alias', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller, id },
) => {
  const [found] = await query(pool, readAlias, [
    toId(id),
    caller.developer,
    caller.subject ?? null,
  ]);
  if (!found) throw noSuchThing();
  return found;
};
