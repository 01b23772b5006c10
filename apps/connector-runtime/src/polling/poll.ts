import type { Poll } from '@trellis/connector-sdk';
import { Misconfigured, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { longText, Problem, thingState, type ClientError } from '@trellis/contracts';
import type { NextRun } from '@trellis/messaging';
import { connectorOf } from '../descriptions/describe.js';
import { isForeignKeyViolation } from '@trellis/database';
import type { Client, Instance } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';
import { reconcile, type Changes } from './changes.js';
import { untilNextPoll, type PollData } from './schedule.js';
import { withinTime } from '../within-time.js';
import { noteFailure, noteSuccess } from './status.js';

type Polled = Client & { instance: Instance };

/** Polls one client: asks its connector, hands on what has changed, and keeps its status. */
export async function poll(runtime: Runtime, { client: id }: PollData): Promise<NextRun> {
  const client = await runtime.database.client.findUnique({
    where: { id },
    include: { instance: true },
  });
  if (!client) return 'ended';
  const connector = connectorOf(runtime.connectors, client.connectorType);
  const configuration = openChecked(runtime.sealing, connector.client.schema, client.configuration);
  const interval = Math.max(connector.interval(configuration), 1_000);
  try {
    const found = await ask(runtime, client, configuration);
    await hand(runtime, client, found);
    await noteSuccess(runtime, client);
    return { after: untilNextPoll(id, interval, 0) };
  } catch (error) {
    if (runtime.stopping.aborted) return { after: 0 };
    if (isRemoved(error)) return 'ended';
    // Our own outage says nothing about the remote technology: the status stays as it is.
    if (error instanceof Problem) return { after: untilNextPoll(id, interval, 0) };
    const failures = await noteFailure(runtime, client, failureOf(error));
    return { after: untilNextPoll(id, interval, failures) };
  }
}

/** Asks the connector what is there, for as long as a poll may take. */
async function ask(
  runtime: Runtime,
  client: Polled,
  configuration: Record<string, unknown>,
): Promise<Poll> {
  const { instance, poll } = connectorOf(runtime.connectors, client.connectorType);
  return withinTime({ timeout: runtime.pollTimeout, stopping: runtime.stopping }, async (signal) =>
    checked(
      await poll({
        instance: openChecked(runtime.sealing, instance.schema, client.instance.configuration),
        client: configuration,
        clientId: client.id,
        signal,
        resolve: runtime.resolve,
      }),
    ),
  );
}

const entity = thingState.extend({ id: longText.min(1).max(512) });

/** What a connector says is data from outside: an entity that is no thing fails the poll. */
function checked(found: Poll): Poll {
  for (const one of found.entities) {
    const result = entity.safeParse(one);
    if (result.success) continue;
    const { path, message } = result.error.issues[0]!;
    throw new Unavailable(`Its answer makes no thing: ${path.join('.')}: ${message}`);
  }
  return found;
}

/** Hands on what has changed, and remembers it once units-service has taken it. */
async function hand(runtime: Runtime, client: Polled, found: Poll): Promise<void> {
  const known = await runtime.database.mapping.findMany({ where: { clientKey: client.key } });
  const changes = reconcile(client.id, known, found);
  for (const { changed, vanished } of portions(changes)) {
    await runtime.units('things.upsert', {
      client: client.id,
      developer: client.developer,
      subject: client.subject,
      things: changed.map(({ thing, state }) => ({ ...state, id: thing })),
      vanished: vanished.map(({ thing }) => thing),
    });
    await remember(runtime, client, { changed, vanished });
  }
}

/** So many entities cross in one message. */
const portion = 250;

function* portions({ changed, vanished }: Changes): Generator<Changes> {
  for (let start = 0; start < Math.max(changed.length, vanished.length); start += portion) {
    const part = <T>(all: T[]) => all.slice(start, start + portion);
    yield { changed: part(changed), vanished: part(vanished) };
  }
}

async function remember(
  { database }: Runtime,
  { key }: Polled,
  { changed, vanished }: Changes,
): Promise<void> {
  await database.$transaction(async (db) => {
    await db.$executeRaw`
      INSERT INTO mappings (client_key, entity, thing, fingerprint, available)
      SELECT ${key}, found.entity, found.thing, found.fingerprint, found.available
      FROM unnest(
        ${changed.map(({ entity }) => entity)}::text[],
        ${changed.map(({ thing }) => thing)}::uuid[],
        ${changed.map(({ fingerprint }) => fingerprint)}::text[],
        ${changed.map(({ available }) => available)}::boolean[]
      ) WITH ORDINALITY AS found(entity, thing, fingerprint, available, position)
      ORDER BY found.position
      ON CONFLICT (client_key, entity) DO UPDATE SET
        fingerprint = excluded.fingerprint, available = excluded.available`;
    await db.mapping.updateMany({
      where: { clientKey: key, entity: { in: vanished.map(({ entity }) => entity) } },
      data: { available: false },
    });
  });
}

/** Whether the client was removed while it was being polled. */
const isRemoved = (error: unknown): boolean =>
  (error instanceof Problem && error.code === 'creator_removed') || isForeignKeyViolation(error);

/** What a connector's failure means for the client's status. */
function failureOf(error: unknown): Pick<ClientError, 'code' | 'detail'> & { cause: unknown } {
  const detail = error instanceof Error ? error.message : '';
  if (error instanceof Unavailable) return { code: 'unavailable', detail, cause: error };
  if (error instanceof Unauthorized)
    return { code: 'authorization_required', detail, cause: error };
  if (error instanceof Misconfigured) return { code: 'misconfigured', detail, cause: error };
  return { code: 'connector_failed', detail: 'The connector failed.', cause: error };
}
