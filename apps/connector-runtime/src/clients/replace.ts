import { Problem, type Caller, type Handler } from '@trellis/contracts';
import { inTransaction, query } from '@trellis/database';
import { renameThings } from '../delivery/subscriptions/rename-things.js';
import { unambiguous } from '../polling/identity.js';
import type { Runtime } from '../runtime.js';
import { pollSoon } from './poll-now.js';
import {
  lockReplacement,
  readIdentifiedThings,
  replaceDevices as replaceRows,
  restoreDevice as restoreRows,
} from './replace.sql.js';
import { requireVisibleClient } from './visible.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'units' | 'polls'>;

/** Gives things the devices of other things of the same subject. Repeating it changes nothing. */
export const replaceDevices: Handler<'clients.replace_devices', Needs> = async (
  { database, pool, units, polls },
  { caller, id, by, things, requester },
  deadline,
) => {
  const { old, next } = await readClients(database, { caller, id, by });
  const { developer } = caller;
  const ids = things.map(({ thing }) => thing);
  const values = [developer, old.key, next.key, ids, things.map(({ by: other }) => other)];
  await inTransaction(
    pool,
    async (db) => {
      const known = new Set((await query(db, replaceRows, values)).map(({ thing }) => thing));
      if (ids.some((thing) => !known.has(thing))) throw noDevice();
      // Polls find the things of the devices once units-service knows of them.
      const replaced = { developer, client: next.id, replaced: things, requester };
      await units('things.replace', replaced);
    },
    deadline,
  );
  const renamed = things.map(({ thing, by: from }) => ({ from, into: thing }));
  await renameThings(database, developer, renamed, { mayReturn: true });
  await pollSoon(polls, [next]);
  return {};
};

const noDevice = () => new Problem('not_found', 'One of the things has no device of this client.');

/** Undoes a replacement of the last day. */
export const restoreDevice: Handler<'clients.restore_device', Needs> = async (
  { database, pool, units, polls },
  { caller, thing, requester },
  deadline,
) => {
  const { developer, subject } = caller;
  const clients = await inTransaction(
    pool,
    async (db) => {
      const [row] = await query(db, lockReplacement, [developer, thing]);
      if (!row || (subject !== undefined && row.subject !== subject)) throw noReplacement();
      const { client, newClient, other, vacant } = row;
      await units('things.restore', { developer, client, thing, by: other, requester });
      const merged = [{ from: vacant, into: thing }];
      await units('things.merge', { client, developer, merged });
      await query(db, restoreRows, [developer, thing]);
      return [client, newClient];
    },
    deadline,
  );
  await pollSoon(polls, await database.client.findMany({ where: { id: { in: clients } } }));
  return {};
};

const noReplacement = () =>
  new Problem(
    'not_found',
    'The thing has no replacement of the last day that can be undone, or the client of its device was deleted.',
  );

/** Finds the things of two clients that show the same devices, by their identifiers. */
export const matchDevices: Handler<'clients.match_devices', Needs> = async (
  { database, pool },
  { caller, id, by },
) => {
  const { old, next } = await readClients(database, { caller, id, by });
  const [before, after] = await Promise.all(
    [old, next].map(({ key }) => query(pool, readIdentifiedThings, [key])),
  );
  // Ids of other technologies may be the same by chance.
  const identify = ({ thing, identifiers }: { thing: string; identifiers: string[] }) => {
    const isSameType = old.connectorType === next.connectorType;
    return [thing, identifiers.filter((one) => isSameType || !one.startsWith('id:'))] as const;
  };
  const known = unambiguous(after!.map(identify));
  const taken = new Set<string>();
  const matches = new Map<string, string>();
  for (const [identifier, thing] of unambiguous(before!.map(identify))) {
    const other = known.get(identifier);
    if (other === undefined || taken.has(other) || matches.has(thing)) continue;
    taken.add(other);
    matches.set(thing, other);
  }
  const things = [...matches].map(([thing, other]) => ({ thing, by: other }));
  const unmatched = before!.flatMap(({ thing }) => (matches.has(thing) ? [] : thing));
  return { things, unmatched };
};

async function readClients(
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
