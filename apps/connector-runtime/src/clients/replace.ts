import { Problem, type Caller, type Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import { renameThings } from '../delivery/subscriptions/rename-things.js';
import { unambiguous } from '../polling/identity.js';
import type { Runtime } from '../runtime.js';
import { pollSoon } from './poll-now.js';
import {
  readIdentifiedThings,
  readReplacement,
  replaceDevices as replaceRows,
  restoreDevice as restoreRows,
} from './replace.sql.js';
import { requireVisibleClient } from './visible.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'units' | 'polls'>;

/** Gives things the devices of other things of the same subject. Repeating it changes nothing. */
export const replaceDevices: Handler<'clients.replace_devices', Needs> = async (
  { database, pool, units, polls },
  { caller, id, by, things },
  deadline,
) => {
  const { old, next } = await readBoth(database, { caller, id, by });
  const { developer } = caller;
  const ids = things.map(({ thing }) => thing);
  const values = [developer, old.key, next.key, ids, things.map(({ by: other }) => other)];
  const replaced = await inTransaction(
    pool,
    async (db) => {
      const rows = await query(db, replaceRows, values);
      const known = new Set(rows.map(({ thing }) => thing));
      if (ids.some((thing) => !known.has(thing))) throw noDevice();
      return rows;
    },
    deadline,
  );
  if (replaced.length > 0) {
    await units('things.replace', { developer, client: next.id, replaced: things });
    const renamed = things.map(({ thing, by: other }) => ({ from: other, into: thing }));
    await renameThings(database, developer, renamed);
  }
  await pollSoon(polls, [next]);
  return {};
};

const noDevice = () => new Problem('not_found', 'One of the things has no device of this client.');

/** Undoes a replacement of the last day. */
export const restoreDevice: Handler<'clients.restore_device', Needs> = async (
  { database, pool, units, polls },
  { caller, thing },
) => {
  const { developer } = caller;
  const [row] = await query(pool, readReplacement, [developer, thing]);
  if (!row || (caller.subject !== undefined && row.subject !== caller.subject)) {
    throw new Problem('not_found', 'There is no replacement of the last day to undo.');
  }
  const { client, newClient, other, again } = row;
  await units('things.restore', { developer, client, thing, by: other });
  await query(pool, restoreRows, [developer, thing]);
  if (again !== null) {
    await units('things.merge', { client, developer, merged: [{ from: again, into: thing }] });
  }
  const clients = await database.client.findMany({ where: { id: { in: [client, newClient] } } });
  await pollSoon(polls, clients);
  return {};
};

/** Finds the things of two clients that show the same devices, by their identifiers. */
export const matchDevices: Handler<'clients.match_devices', Needs> = async (
  { database, pool },
  { caller, id, by },
) => {
  const { old, next } = await readBoth(database, { caller, id, by });
  const [before, after] = await Promise.all(
    [old, next].map(({ key }) => query(pool, readIdentifiedThings, [key])),
  );
  const known = unambiguous(after!.map((row) => [row.thing, row.identifiers]));
  const taken = new Set<string>();
  const things: { thing: string; by: string }[] = [];
  const unmatched: string[] = [];
  for (const { thing, identifiers } of before!) {
    const other = identifiers
      .map((identifier) => known.get(identifier))
      .find((found) => found !== undefined && !taken.has(found));
    if (other === undefined) unmatched.push(thing);
    else {
      taken.add(other);
      things.push({ thing, by: other });
    }
  }
  return { things, unmatched };
};

async function readBoth(
  database: Needs['database'],
  { caller, id, by }: { caller: Caller; id: string; by: string },
) {
  const old = await requireVisibleClient(database, { caller, id });
  const next = await requireVisibleClient(database, { caller, id: by }).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    throw new Problem('unknown_reference', error.message, {
      errors: [{ pointer: '/with', detail: error.message }],
    });
  });
  if (old.subject === next.subject) return { old, next };
  const detail = 'Must be of the same subject.';
  throw new Problem('invalid_request', detail, { errors: [{ pointer: '/with', detail }] });
}
