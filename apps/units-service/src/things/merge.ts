import { undoableForMs, type Handler, type Requester } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import type pg from 'pg';
import { publishHints, type PublishThingsHint } from './hints.js';
import { endValues, mergeRows, readAliases, replaceRows, restoreRow } from './merge.sql.js';
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
    await query(db, lockThings, [[...gone, ...stays], []]);
    const values = [gone, stays, developer, client];
    await query(db, endValues, values);
    await query(db, mergeRows, values);
  });
  publishHints(publishThingsHint, [{ developer, subject: undefined, things: [...gone, ...stays] }]);
  return {};
};

/** Gives things the devices of others. */
export const replaceThings: Handler<'things.replace', Needs> = async (
  { pool, publishThingsHint },
  { client, developer, replaced, requester },
) => {
  const things = replaced.map(({ thing }) => thing);
  const others = replaced.map(({ by }) => by);
  await inTransaction(pool, async (db) => {
    await query(db, lockThings, [[...things, ...others], []]);
    await query(db, replaceRows, [things, others, developer, client, toJson(requester)]);
  });
  publishHints(publishThingsHint, [
    { developer, subject: undefined, things: [...things, ...others] },
  ]);
  return {};
};

/** Undoes a replacement. */
export const restoreThing: Handler<'things.restore', Needs> = async (
  { pool, publishThingsHint },
  { client, developer, thing, by, requester },
) => {
  await query(pool, restoreRow, [thing, by, developer, client, toJson(requester)]);
  publishHints(publishThingsHint, [{ developer, subject: undefined, things: [thing, by] }]);
  return {};
};

const toJson = (requester: Requester | undefined): string | null =>
  requester ? JSON.stringify(requester) : null;

/** Finds the things that the ids of merged or replaced ones stand for. */
export const readThingAliases: Handler<'things.aliases', Pick<Needs, 'pool'>> = async (
  { pool },
  { caller: { developer, subject }, ids },
) => ({ aliases: await query(pool, readAliases, [ids, developer, subject ?? null]) });

/** Deletes the rows of replaced things that are kept for a day. */
export async function purgeReplacedThings(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `UPDATE thing_aliases SET "row" = NULL, unit_keys = '{}', aliases = '{}'
    WHERE "row" IS NOT NULL AND created < $1`,
    [new Date(now.getTime() - undoableForMs)],
  );
}
