import {
  change as changeSchema,
  Problem,
  type Change,
  type UnitsContract,
} from '@trellis/contracts';
import {
  startJobWorker,
  type Attempt,
  type Broker,
  type JobQueue,
  type RpcClient,
} from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { v5 as uuidFrom } from 'uuid';
import type { Replay, Webhook } from '../generated/prisma/client.js';
import { createBulkhead } from '../limits/bulkhead.js';
import { webhookBulkheadSize } from '../limits/bulkhead-options.js';
import { deliver, type DeliverNeeds } from './deliver.js';
import { responseTimeoutMs } from './post.js';
import { replayJob, type ReplayData } from './replay-job.js';
import { toMessage } from './replay-message.js';

interface Needs extends DeliverNeeds {
  units: RpcClient<UnitsContract>;
  replays: JobQueue<ReplayData>;
  log: Pick<Logger, 'info' | 'error'>;
}

/** How many messages one job sends. */
const batchSize = 50;

/** Replays of different webhooks; within one, messages wait for each other. */
const concurrency = 10;

/** Sends messages again until the broker is closed. */
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
      log.info({ job, attempt, reason: error.message }, 'replay waits'),
    async onSetAside(data) {
      log.error(data, 'replay set aside: it stopped the service three times in a row');
      await needs.database.replay.deleteMany({ where: data });
    },
  });
}

/**
 * Sends the next messages of a replay, one after another. Its position is stored after each; a message that was sent
 * before a crash is sent again under the same id, if that could not be recorded. One that fails for good ends the
 * replay, so that none comes before one that is missing.
 */
export async function sendReplay(
  needs: Needs,
  { job }: ReplayData,
  attempt: Attempt,
): Promise<void> {
  const { database, units, replays, log } = needs;
  const replay = await database.replay.findUnique({ where: { job }, include: { webhook: true } });
  if (!replay) return;
  const end = async () => void (await database.replay.deleteMany({ where: { job } }));
  const { position: after, webhook } = replay;
  const question = { caller: { developer: webhook.developer }, limit: batchSize, after };
  // The end of a batch has no position among the changes.
  const kinds = webhook.events.flatMap(
    (type) => changeSchema.shape.kind.safeParse(type).data ?? [],
  );
  if (kinds.length === 0) return end();
  const page = await units('changes.read', { ...question, kinds }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'position_gone') return undefined;
    throw error;
  });
  if (!page) {
    log.error({ replay: replay.id }, 'replay ended: what is left of it is not kept any more');
    return end();
  }
  for (const change of page.changes) {
    if (!isBefore(change.cursor, replay.until)) return end();
    if (!(await sendAgain(needs, replay, change, attempt))) return end();
    const { cursor: position } = change;
    await database.replay.updateMany({ where: { job }, data: { position } });
  }
  if (!isBefore(page.cursor, replay.until)) return end();
  const next = uuidFrom(page.cursor, replay.id);
  const data = { position: page.cursor, job: next };
  const { count } = await database.replay.updateMany({ where: { job }, data });
  if (count > 0) await replays.add(next, { job: next });
}

/** Sends the message of a change, if there is one; throws when it is to be tried again, `false` when it has failed. */
async function sendAgain(
  needs: Needs,
  replay: Replay & { webhook: Webhook },
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

/** Whether a position comes before another one. */
function isBefore(one: string, other: string): boolean {
  const [xact = 0n, key = 0n] = one.split('-').map(BigInt);
  const [otherXact = 0n, otherKey = 0n] = other.split('-').map(BigInt);
  return xact < otherXact || (xact === otherXact && key < otherKey);
}
