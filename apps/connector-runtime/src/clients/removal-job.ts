import { Problem } from '@trellis/contracts';
import { databaseProblem, inTransaction, query } from '@trellis/database';
import { startJobWorker, type Broker } from '@trellis/messaging';
import type { Client } from '../generated/prisma/client.js';
import { recordWork, startedBy } from '../activity/record.js';
import { unregisterHookOf } from '../hooks/registration.js';
import { about, clientSubject, subjectOf } from '../log-subject.js';
import { toStorableText } from '../polling/failure.js';
import { removalJob, type Removal } from '../queues.js';
import type { SessionNeeds } from '../session.js';
import type { Runtime } from '../runtime.js';
import { revokeGrant } from './authorization/revoke.js';
import { lockClient, storeFailedAttempt, removeClient, removeMappings } from './remove.sql.js';

type Needs = SessionNeeds & Pick<Runtime, 'pool' | 'units' | 'polls' | 'outbox' | 'log'>;

/** Attempts mostly wait for units-service. */
const concurrency = 50;

export function startRemovalWorker(broker: Broker, needs: Needs, attempts: number): void {
  startJobWorker(broker, removalJob(attempts), {
    handle: (data) => attemptRemoval(needs, data),
    concurrency,
    onFailure: (error, client, attempt) =>
      needs.log.warn(
        { client, ...subjectOf(error), attempt, reason: error.message },
        'removal attempt failed',
      ),
    async onDeadLetter(data) {
      const where = { id: data.client };
      const client = await needs.database.client.findUnique({ where }).catch(() => null);
      needs.log.error(
        { client: data.client, ...(client && clientSubject(client)) },
        'removal set aside: it stopped the service three times in a row',
      );
    },
  });
}

/**
 * Attempts to remove a client: first its things, then its hook and grant at the vendor, then the client with its
 * mappings, then its schedule. Every step can be repeated. The client stays active until the first step has succeeded.
 */
export async function attemptRemoval(
  needs: Needs,
  { client: id, requester }: Removal,
): Promise<void> {
  const client = await needs.database.client.findUnique({ where: { id } });
  if (client) {
    const done = { things: false };
    const operation = { kind: 'removal', startedBy: startedBy(requester), failureOf } as const;
    try {
      await about(clientSubject(client), () =>
        recordWork(needs, { row: client }, operation, () => removeParts(needs, client, done)),
      );
    } catch (error) {
      await recordFailedAttempt(needs, client, { error, areThingsRemoved: done.things });
      throw error;
    }
  }
  await needs.polls.stop(id);
}

async function removeParts(needs: Needs, client: Client, done: { things: boolean }): Promise<void> {
  const { pool, units, outbox } = needs;
  const { id, developer, subject, tokens } = client;
  const { attributes = {} } = await units('things.remove_all', { developer, clients: [id] });
  done.things = true;
  const hook = await unregisterHookOf(needs, client);
  const grant = tokens === null ? undefined : await revokeGrant(needs, id);
  const givenUp = [hook, grant].filter((one) => one !== undefined);
  const deliveries = await inTransaction(pool, async (db) => {
    await query(db, lockClient, [id]);
    const mappings = await query(db, removeMappings, [id]);
    await query(db, removeClient, [id, JSON.stringify(givenUp)]);
    const events = mappings.map(({ thing }) => ({
      developer,
      type: 'thing_deleted' as const,
      data: { thing_id: thing, client_id: id, subject, attributes: attributes[thing] },
    }));
    return outbox.add(db, events);
  });
  await outbox.flush(deliveries);
}

function failureOf(error: unknown): { code: string; detail: string } {
  const problem = error instanceof Problem ? error : databaseProblem(error);
  const { code, message } = problem ?? new Problem('internal', 'The attempt failed.');
  return { code, detail: toStorableText(message) };
}

/** Records why an attempt failed, unless the database is down. */
async function recordFailedAttempt(
  { pool, log }: Needs,
  client: Client,
  { error, areThingsRemoved }: { error: unknown; areThingsRemoved: boolean },
): Promise<void> {
  const { code, detail } = failureOf(error);
  try {
    await query(pool, storeFailedAttempt, [client.key, code, detail, areThingsRemoved]);
  } catch (cause) {
    log.warn({ err: cause, ...clientSubject(client) }, 'failed removal attempt was not recorded');
  }
}
