import {
  Problem,
  compareEventCursors,
  change as changeSchema,
  type Handler,
  type Change,
  type WebhookData,
  type WebhookEventType,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import { v5 as uuidFrom } from 'uuid';
import { writeInTurn } from '../../database.js';
import type { Runtime } from '../../runtime.js';
import type { Replay, Webhook } from '../../generated/prisma/client.js';
import { about, subjectOf } from '../../log-subject.js';
import { replayJob } from '../../queues.js';
import { subjectMatterOf } from '../outbox.js';
import { createDeliveryBulkhead } from '../send.js';
import { requireWebhook } from './register.js';
import { deliver, type DeliverNeeds } from './deliver.js';

type Needs = Pick<Runtime, 'database' | 'units' | 'replays'>;

/**
 * Starts to resend to a webhook everything that happened since a cursor. Throws `already_exists` while another replay
 * is running, and `position_gone` when the cursor is no longer retained.
 */
export const replay: Handler<'webhooks.replay', Needs> = async (
  { database, units, replays },
  { id, from, ...of },
  deadline,
) => {
  const { key, developer, events } = await requireWebhook(database, of);
  if (events.length === 0) {
    throw new Problem('invalid_request', 'The callback has subscribed to no events.');
  }
  const question = { caller: { developer }, kinds: ['client_status_changed' as const], limit: 1 };
  await units('changes.read', { ...question, after: from });
  const { cursor: until } = await units('changes.read', question);
  const data = { webhookKey: key, id, job: id, position: from, until };
  try {
    await writeInTurn(database, { developer, deadline }, (tx) => tx.replay.create({ data }));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const other = await database.replay.findUnique({ where: { webhookKey: key } });
    if (other?.id !== id) throw new Problem('already_exists', 'Another replay is under way.');
  }
  await replays.add(id, { job: id });
  return { id };
};

type SendReplayNeeds = DeliverNeeds & Pick<Runtime, 'units' | 'replays' | 'log'>;

/** Limits of one job, in messages and time (ms), so that replays take turns. */
const batchSize = 50;
const maxJobMs = 30_000;

/** Replays that run at once. The messages of one replay are sent one after another. */
const concurrency = 10;

export function startReplayWorker(
  broker: Broker,
  needs: Omit<SendReplayNeeds, 'bulkhead'> & { stopping: AbortSignal },
): void {
  const { log, stopping } = needs;
  const bulkhead = createDeliveryBulkhead(stopping);
  startJobWorker(broker, replayJob, {
    handle: (data, attempt) => sendReplay({ ...needs, bulkhead }, data, attempt),
    concurrency,
    onFailure: (error, job, attempt) =>
      log.info({ job, ...subjectOf(error), attempt, reason: error.message }, 'replay waits'),
    async onDeadLetter(data) {
      const include = { webhook: true };
      const replay = await needs.database.replay.findUnique({ where: data, include });
      log.error(
        { ...data, ...(replay && logged(replay)) },
        'replay set aside: it stopped the service three times in a row',
      );
      if (replay) await endReplay(needs, replay);
    },
  });
}

/**
 * Sends the next messages of a replay, one after another. Its position is stored after each; a message that was sent
 * before a crash is sent again under the same id, if that could not be recorded. What fails for good ends the replay,
 * so that no message comes before one that is missing, and another replay may begin.
 */
export async function sendReplay(
  needs: SendReplayNeeds,
  { job }: { job: string },
  attempt: Attempt,
): Promise<void> {
  const { database, replays } = needs;
  const replay = await database.replay.findUnique({ where: { job }, include: { webhook: true } });
  if (!replay) return;
  try {
    const { developer } = replay.webhook;
    const position = await about({ developer }, () => sendSome(needs, replay, attempt));
    if (position === undefined) return await endReplay(needs, replay);
    const next = uuidFrom(position, replay.id);
    const data = { position, job: next };
    const { count } = await database.replay.updateMany({ where: { job }, data });
    if (count > 0) await replays.add(next, { job: next });
  } catch (error) {
    if (!attempt.isLast) throw error;
    needs.log.error({ ...logged(replay), err: error }, 'replay ended: its attempts are used up');
    await endReplay(needs, replay);
  }
}

/** Ends a replay and fails its pending message. */
async function endReplay(
  { database }: Pick<SendReplayNeeds, 'database'>,
  { id, webhookKey }: Pick<Replay, 'id' | 'webhookKey'>,
): Promise<void> {
  await database.$transaction([
    database.delivery.updateMany({
      where: { webhookKey, replayId: id, status: 'pending' },
      data: { status: 'failed', error: 'The replay has ended.' },
    }),
    database.replay.deleteMany({ where: { id } }),
  ]);
}

type ReplayOfWebhook = Replay & { webhook: Webhook };

/** Returns the members to log about a replay. */
const logged = ({ id, webhook }: ReplayOfWebhook) => ({
  replay: id,
  developer: webhook.developer,
});

/** Sends the messages of one job; returns the cursor to continue from, or undefined when the replay has ended. */
async function sendSome(
  needs: SendReplayNeeds,
  replay: ReplayOfWebhook,
  attempt: Attempt,
): Promise<string | undefined> {
  const { database, units, log } = needs;
  const { job, position: after, webhook } = replay;
  // The end of a bulk command is not among the changes.
  const kinds = webhook.events.flatMap(
    (type) => changeSchema.shape.kind.safeParse(type).data ?? [],
  );
  if (kinds.length === 0) return undefined;
  // A retried message ends its job, so that the next message gets all attempts.
  const limit = attempt.number > 1 ? 1 : batchSize;
  const question = { caller: { developer: webhook.developer }, kinds, limit, after };
  const page = await units('changes.read', question).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'position_gone') return undefined;
    throw error;
  });
  if (!page) {
    log.error(logged(replay), 'replay ended: the remaining changes are no longer retained');
    return undefined;
  }
  const startedAt = performance.now();
  for (const change of page.changes) {
    if (compareEventCursors(change.cursor, replay.until) >= 0) return undefined;
    if (!(await sendAgain(needs, replay, change, attempt))) return undefined;
    const { cursor: position } = change;
    await database.replay.updateMany({ where: { job }, data: { position } });
    if (performance.now() - startedAt > maxJobMs) return position;
  }
  return compareEventCursors(page.cursor, replay.until) < 0 ? page.cursor : undefined;
}

/** Sends the message of a change, if it has one. Throws when an attempt follows; `false` when it has failed. */
async function sendAgain(
  needs: SendReplayNeeds,
  replay: ReplayOfWebhook,
  change: Change,
  attempt: Attempt,
): Promise<boolean> {
  const message = toMessage(change);
  if (!message) return true;
  const { database, sealing } = needs;
  const { developer } = replay.webhook;
  const id = uuidFrom(change.cursor, replay.id);
  const payload = sealing.seal({ purpose: 'deliveries.payload', developer, id }, message);
  const ofReplay = { webhookKey: replay.webhookKey, replayId: replay.id };
  const data = { id, type: message.type, payload, ...subjectMatterOf(message.data), ...ofReplay };
  await database.delivery.createMany({ data: [data], skipDuplicates: true });
  await deliver(needs, { delivery: id }, attempt);
  const sent = await database.delivery.findUnique({ where: { id } });
  return sent?.status === 'delivered';
}

/** Converts a change to its message; undefined for changes that apps do not receive. */
function toMessage({ kind, id, client, subject, attributes, ...change }: Change) {
  const message = <Type extends WebhookEventType>(type: Type, data: WebhookData<Type>) => ({
    type,
    timestamp: change.time,
    data,
  });
  if (kind === 'client_status_changed') {
    const { status, error, paused } = change;
    return message(kind, {
      client_id: id,
      subject: subject!,
      attributes,
      status: status!,
      error: error && { code: error },
      paused,
    });
  }
  if (kind === 'client_deleted')
    return message(kind, { client_id: id, subject: subject!, attributes });
  // Apps know of their own things.
  if (client === undefined) return undefined;
  const ofThing = { thing_id: id, client_id: client, subject: subject!, attributes };
  if (kind === 'thing_created' || kind === 'thing_deleted') return message(kind, ofThing);
  if (kind !== 'thing_event') return undefined;
  const { name, data, occurred } = change;
  return message(kind, {
    ...ofThing,
    event: name!,
    data,
    occurred_at: occurred!,
  });
}
