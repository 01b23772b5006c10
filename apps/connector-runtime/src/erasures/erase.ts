import { erasuresTopic, Problem, removalTimeouts, wholeAccount } from '@trellis/contracts';
import {
  databaseProblem,
  eraseSome,
  inTransaction,
  ofErased,
  type Erased,
} from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import pMap from 'p-map';
import { toStorableText } from '../polling/failure.js';
import { erasureSchedule } from '../queues.js';
import type { Runtime } from '../runtime.js';
import { pauseSome, resumeSome } from './account.js';
import { countUsage } from '../usage/count.js';
import { stepsOf } from './steps.js';

export type EraseNeeds = Pick<
  Runtime,
  'database' | 'pool' | 'units' | 'removals' | 'publishAgentsEnded'
>;

/** How long one run erases in this database, or removes clients (ms), which leaves time for other erasures. */
const budgetMs = 5_000;

/**
 * The wait between two passes (s). It exceeds the timeouts of statements and calls, and the delay with which operations are
 * recorded: what was under way during a pass is found by the next one, and the last one finds nothing.
 */
const settleSeconds = 15;

/** The most passes, since a flood of refused requests could be found again and again. */
const maxPasses = 10;

/** Clients that are removed at once, and pages of ids. */
const removedAtOnce = 10;
const removedInTurn = 100;
const pageSize = 1_000;

/** Erasures that run at once. */
const concurrency = 4;

export function startErasureWorker(broker: Broker, needs: EraseNeeds & Pick<Runtime, 'log'>): void {
  startScheduleWorker(broker, erasureSchedule, {
    run: ({ erasure }) => runErasure({ ...needs, hints: broker.hints }, erasure),
    concurrency,
    onFailure: (error, erasure) => needs.log.warn({ err: error, erasure }, 'erasure failed'),
    retryMs: 2_000,
  });
}

type RunNeeds = EraseNeeds & { hints: Pick<Broker['hints'], 'publish'> };

interface Row extends Erased {
  pass: number;
  /** How long the next pass waits (ms); before the first one, the rest of the grace period of an account. */
  waitMs: number;
}

/**
 * Goes on with an erasure. Each step is driven by what is left, so that it may be interrupted anywhere: first the resources
 * in units-service, which takes nothing more from the clients, then the clients, with their grants at the vendors, and
 * then everything else that names the subject. Passes are repeated until one finds nothing.
 */
async function runErasure(needs: RunNeeds, id: string): Promise<NextRun> {
  const row = await readRow(needs, id);
  if (!row) return cancel(needs, id);
  if (row.waitMs > 0) return wait(needs, row);
  try {
    const next = await runPass(needs, row);
    await needs.pool.query('UPDATE erasures SET error_code = NULL WHERE id = $1', [id]);
    return next;
  } catch (error) {
    await storeFailure(needs, id, error).catch(() => undefined);
    throw error;
  }
}

/** The longest wait between two runs in a grace period (ms): clients may have been created by requests under way. */
const graceRunMs = 10 * 60_000;

async function wait({ pool }: RunNeeds, { developer, subject, waitMs }: Row): Promise<NextRun> {
  if (subject !== wholeAccount) return { afterMs: waitMs };
  const isMore = await pauseSome(pool, developer);
  return { afterMs: isMore ? 0 : Math.min(waitMs, graceRunMs) };
}

/** Resumes the clients of an account whose erasure was canceled. */
async function cancel({ pool }: RunNeeds, id: string): Promise<NextRun> {
  const canceled = 'FROM erasures WHERE id = $1 AND subject IS NULL AND ended IS NULL';
  const { rows } = await pool.query<Row>(`SELECT developer ${canceled}`, [id]);
  if (!rows[0]) return 'ended';
  if (await resumeSome(pool, rows[0].developer)) return { afterMs: 0 };
  await pool.query(`DELETE ${canceled}`, [id]);
  return 'ended';
}

async function readRow({ pool }: RunNeeds, id: string): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT id, developer, subject, greatest(pass, 1) AS pass,
      coalesce(greatest(0, ceil(extract(epoch FROM settles - now()) * 1000)), 0)::int AS "waitMs"
    FROM erasures WHERE id = $1 AND subject IS NOT NULL`,
    [id],
  );
  return rows[0];
}

async function runPass(needs: RunNeeds, row: Row): Promise<NextRun> {
  const { id, developer, pass } = row;
  // Erased changes cannot be counted any more.
  if (pass === 1 && row.subject !== wholeAccount) await countUsage(needs);
  if (pass === 1 && !(await begin(needs, row))) return 'ended';
  if (pass === 1) await removeAgents(needs, row);
  const ofUnits = await needs.units('subjects.erase', { id, developer, pass });
  if (!ofUnits.done) return { afterMs: 0, isUnfinished: true };
  if (row.subject !== wholeAccount) await copyResources(needs, row);
  if (await removeClients(needs, row)) return { afterMs: 0, isUnfinished: true };
  const own = await eraseOwn(needs, row);
  if (!own.done) return { afterMs: 0, isUnfinished: true };
  const isClean = own.found + ofUnits.found === 0;
  if ((pass > 1 && isClean) || pass === maxPasses) return end(needs, row);
  await needs.pool.query(
    `UPDATE erasures SET pass = $2, step = 0, cursor = NULL, found = 0,
      settles = now() + $3 * interval '1 second' WHERE id = $1 AND pass < $2`,
    [id, pass + 1, settleSeconds],
  );
  return { afterMs: settleSeconds * 1_000 };
}

/** Requests the erasure of the subject at units-service; returns false if there is no such subject. */
async function begin({ pool, units }: RunNeeds, row: Row): Promise<boolean> {
  const { id, developer, subject } = row;
  for (let after: string | undefined = '0'; after !== undefined;) {
    const page = await clientsOf({ pool }, row, after);
    const clients = page.map((client) => client.id);
    try {
      await units('subjects.begin_erasure', { id, developer, subject, clients });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
      await pool.query('DELETE FROM erasures WHERE id = $1', [id]);
      return false;
    }
    await noteResources(pool, id, clients);
    after = page.length === pageSize ? page.at(-1)!.key : undefined;
  }
  await pool.query(
    `UPDATE erasures SET erased = jsonb_build_object('connector_clients', (
      SELECT count(*)::int FROM erased_resources WHERE erasure = $1)) || erased WHERE id = $1`,
    [id],
  );
  return true;
}

const noteResources = (pool: RunNeeds['pool'], erasure: string, ids: string[]) =>
  pool.query(
    `INSERT INTO erased_resources (erasure, id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [erasure, ids],
  );

/** Reads a page of the clients that are to be removed, from a key on. */
async function clientsOf(
  { pool }: Pick<RunNeeds, 'pool'>,
  { id, developer, subject }: Erased,
  after: string,
): Promise<{ id: string; key: string }[]> {
  const { rows } = await pool.query<{ id: string; key: string }>(
    `SELECT id, key FROM (SELECT $1::uuid AS erasure) AS given
    CROSS JOIN LATERAL (
      SELECT id, key FROM clients WHERE ${ofErased('subject')} AND key > $4
      ORDER BY key LIMIT ${pageSize}) AS page`,
    [id, developer, subject, after],
  );
  return rows;
}

/** Notes the things and units that units-service has deleted: other rows of this database name them. */
async function copyResources({ pool, units }: RunNeeds, { id, developer }: Row): Promise<void> {
  let after: string | undefined;
  do {
    const page = await units('subjects.erased_resources', {
      id,
      developer,
      limit: pageSize,
      ...(after !== undefined && { after }),
    });
    await noteResources(pool, id, page.ids);
    after = page.next;
  } while (after !== undefined);
}

/** Removes the agents before their clients, so that nothing reaches the homes any more. */
async function removeAgents(needs: RunNeeds, { id, developer, subject }: Row): Promise<void> {
  for (let isMore = true; isMore;) {
    const { rows } = await needs.pool.query<{ agent: string }>(
      `WITH removed AS (
        DELETE FROM agents WHERE key IN (
          SELECT key FROM (SELECT $1::uuid AS erasure) AS given, agents
          WHERE ${ofErased('subject')} LIMIT ${removedInTurn})
        RETURNING id
      ), noted AS (
        INSERT INTO erased_resources (erasure, id) SELECT $1, id FROM removed ON CONFLICT DO NOTHING
      ), counted AS (
        UPDATE erasures SET erased = erased || jsonb_build_object('agents',
          coalesce((erased ->> 'agents')::int, 0) + (SELECT count(*)::int FROM removed))
        WHERE id = $1
      )
      SELECT id AS agent FROM removed`,
      [id, developer, subject],
    );
    isMore = rows.length === removedInTurn;
    if (rows.length > 0) await needs.publishAgentsEnded(rows.map(({ agent }) => agent));
  }
}

/** Removes the clients as their `DELETE` does; returns whether there may be more. From now on, no operation of theirs is recorded. */
async function removeClients(needs: RunNeeds, row: Row): Promise<boolean> {
  const endsAt = Date.now() + budgetMs;
  let page;
  do {
    page = await clientsOf(needs, row, '0');
    const clients = page.slice(0, removedInTurn).map(({ id }) => id);
    if (clients.length > 0) await removeSome(needs, clients);
  } while (page.length > removedInTurn && Date.now() < endsAt);
  return page.length > removedInTurn;
}

async function removeSome({ pool, removals }: RunNeeds, clients: string[]): Promise<void> {
  await pool.query(
    `INSERT INTO removals (client_key) SELECT key FROM clients WHERE id = ANY($1::uuid[])
    ON CONFLICT DO NOTHING`,
    [clients],
  );
  await pool.query(
    `INSERT INTO removed_clients (id, given_up, erased) SELECT id, '[]', true FROM unnest($1::uuid[]) AS id
    ON CONFLICT (id) DO UPDATE SET erased = true`,
    [clients],
  );
  await pMap(
    clients,
    (client) => removals.attempt(client, { client }, { timeoutMs: removalTimeouts.attemptMs }),
    { concurrency: removedAtOnce },
  );
}

async function eraseOwn({ pool }: RunNeeds, { id, developer, pass }: Row) {
  const endsAt = Date.now() + budgetMs;
  let reached;
  do {
    reached = await inTransaction(pool, (db) => eraseSome(db, stepsOf, { id, developer, pass }));
  } while (reached && !reached.done && Date.now() < endsAt);
  return reached ?? { done: true, found: 0 };
}

/** Stores what was erased, and forgets the subject. */
async function end({ pool, units, hints }: RunNeeds, { id, developer }: Row): Promise<'ended'> {
  const { erased } = await units('subjects.end_erasure', { id, developer });
  await inTransaction(pool, async (db) => {
    await db.query(
      `UPDATE erasures SET subject = NULL, ended = now(), cursor = NULL, settles = NULL,
        erased = erased || $2::jsonb, error_code = NULL, error_detail = NULL, failed = NULL
      WHERE id = $1 AND subject IS NOT NULL`,
      [id, JSON.stringify(erased)],
    );
    await db.query('DELETE FROM erased_resources WHERE erasure = $1', [id]);
  });
  await hints.publish(erasuresTopic);
  return 'ended';
}

async function storeFailure({ pool }: RunNeeds, id: string, error: unknown): Promise<void> {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  const { code, message } = problem ?? new Problem('internal', 'The attempt failed.');
  await pool.query(
    'UPDATE erasures SET error_code = $2, error_detail = $3, failed = now() WHERE id = $1',
    [id, code, toStorableText(message)],
  );
}
