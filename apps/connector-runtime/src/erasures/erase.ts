import { erasuresTopic, Problem, removalTimeouts } from '@trellis/contracts';
import { databaseProblem, eraseSome, inTransaction, type Erased } from '@trellis/database';
import { startScheduleWorker, type Broker, type NextRun } from '@trellis/messaging';
import pMap from 'p-map';
import { toStorableText } from '../polling/failure.js';
import { erasureSchedule } from '../queues.js';
import type { Runtime } from '../runtime.js';
import { steps } from './steps.js';

export type EraseNeeds = Pick<Runtime, 'database' | 'pool' | 'units' | 'removals'>;

/** How long one run erases in this database (ms), which leaves time for other erasures. */
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
  /** How long the next pass waits (ms). */
  waitMs: number;
}

/**
 * Goes on with an erasure. Each step is driven by what is left, so that it may be interrupted anywhere: first the resources
 * in units-service, which takes nothing more from the clients, then the clients, with their grants at the vendors, and
 * then everything else that names the subject. Passes are repeated until one finds nothing.
 */
async function runErasure(needs: RunNeeds, id: string): Promise<NextRun> {
  const row = await readRow(needs, id);
  if (!row) return 'ended';
  if (row.waitMs > 0) return { afterMs: row.waitMs };
  try {
    const next = await runPass(needs, row);
    await needs.pool.query('UPDATE erasures SET error_code = NULL WHERE id = $1', [id]);
    return next;
  } catch (error) {
    await storeFailure(needs, id, error).catch(() => undefined);
    throw error;
  }
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
  if (pass === 1 && !(await begin(needs, row))) return 'ended';
  const ofUnits = await needs.units('subjects.erase', { id, developer, pass });
  if (!ofUnits.done) return { afterMs: 0, isUnfinished: true };
  await copyResources(needs, row);
  await removeClients(needs, row);
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

/** Tells units-service that the subject is to be erased; returns false if there is no such subject. */
async function begin({ pool, units }: RunNeeds, row: Row): Promise<boolean> {
  const { id, developer, subject } = row;
  const clients = await clientsOf({ pool }, row);
  try {
    await units('subjects.begin_erasure', { id, developer, subject, clients });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    await pool.query('DELETE FROM erasures WHERE id = $1', [id]);
    return false;
  }
  await pool.query(
    `INSERT INTO erased_resources (erasure, id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
    [id, clients],
  );
  await pool.query(
    `UPDATE erasures SET erased = jsonb_build_object('connector_clients', $2::int) || erased WHERE id = $1`,
    [id, clients.length],
  );
  return true;
}

async function clientsOf(
  { pool }: Pick<RunNeeds, 'pool'>,
  { developer, subject }: Erased,
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM clients WHERE developer = $1 AND subject = $2 ORDER BY key',
    [developer, subject],
  );
  return rows.map(({ id }) => id);
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
    await pool.query(
      `INSERT INTO erased_resources (erasure, id) SELECT $1, unnest($2::uuid[]) ON CONFLICT DO NOTHING`,
      [id, page.ids],
    );
    after = page.next;
  } while (after !== undefined);
}

/** Removes the clients as their `DELETE` does. From now on, no operation of theirs is recorded. */
async function removeClients({ pool, removals }: RunNeeds, row: Row): Promise<void> {
  const clients = await clientsOf({ pool }, row);
  if (clients.length === 0) return;
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
    reached = await inTransaction(pool, (db) => eraseSome(db, steps, { id, developer, pass }));
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
