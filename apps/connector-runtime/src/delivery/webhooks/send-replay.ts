import {
  compareEventCursors,
  change as changeSchema,
  Problem,
  type Change,
} from '@trellis/contracts';
import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import { v5 as uuidFrom } from 'uuid';
import type { Replay, Webhook } from '../../generated/prisma/client.js';
import { createBulkhead } from '../../limits/bulkhead.js';
import { webhookBulkheadSize } from '../../limits/bulkhead-sizes.js';
import { about, subjectOf } from '../../log-subject.js';
import { replayJob } from '../../queues.js';
import type { Runtime } from '../../runtime.js';
import { responseTimeoutMs } from '../post.js';
import { deliver, type DeliverNeeds } from './deliver.js';
import { toMessage } from './replay-message.js';

type Needs = DeliverNeeds & Pick<Runtime, 'units' | 'replays' | 'log'>;

/** Limits of one job, in messages and time (ms), so that replays take turns. */
const batchSize = 50;
const maxJobMs = 30_000;

/** Replays that run at once. The messages of one replay are sent one after another. */
const concurrency = 10;

/** Sends the messages of replays until the broker is closed. */
export function startReplayWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & { stopping: AbortSignal },
): void {
  const { log, stopping } = needs;
  const timeoutMs = responseTimeoutMs;
  const bulkhead = createBulkhead({ ...webhookBulkheadSize, timeoutMs, stopping });
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
  needs: Needs,
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
  { database }: Pick<Needs, 'database'>,
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
  needs: Needs,
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
  needs: Needs,
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
  const data = { id, type: message.type, payload, ...ofReplay };
  await database.delivery.createMany({ data: [data], skipDuplicates: true });
  await deliver(needs, { delivery: id }, attempt);
  const sent = await database.delivery.findUnique({ where: { id } });
  return sent?.status === 'delivered';
}
