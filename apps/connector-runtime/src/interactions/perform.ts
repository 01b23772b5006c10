import { invokeAction, Unavailable, writeProperty } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { startJobWorker, type Attempt, type Broker, type Scheduler } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import type { Configuration } from '../configuration.js';
import type { Interaction } from '../generated/prisma/client.js';
import { createBulkhead, type Bulkhead } from '../limits/bulkhead.js';
import { interactionBulkheadSize, jobConcurrency } from '../limits/bulkhead-options.js';
import { healthOf } from '../limits/health.js';
import type { PollData } from '../polling/schedule.js';
import { openSession, type SessionNeeds } from '../session.js';
import { interactionJob, type InteractionData } from './interaction-job.js';
import { toProblem } from './problem.js';
import { completeInteraction, failInteraction, type SettleNeeds } from './settle.js';
import { storeWritten, type StoreWrittenNeeds } from './store-written.js';

/** The age at which a request is dropped: nobody wants a lamp switched an hour later. */
const maxAgeMs = 2 * 60_000;

interface Needs extends SessionNeeds, SettleNeeds, StoreWrittenNeeds {
  polls: Scheduler<PollData>;
  bulkhead: Bulkhead;
  log: Pick<Logger, 'error'>;
}

/** Performs interactions until the broker is closed. */
export function startInteractionWorker(
  broker: Broker,
  needs: Omit<Needs, 'bulkhead'> & { stopping: AbortSignal; log: Pick<Logger, 'warn'> },
  { INTERACTION_TIMEOUT_MS: timeoutMs }: Pick<Configuration, 'INTERACTION_TIMEOUT_MS'>,
): void {
  const { log, stopping } = needs;
  const bulkhead = createBulkhead({ ...interactionBulkheadSize, timeoutMs, stopping });
  startJobWorker(broker, interactionJob, {
    handle: (data, attempt) => performInteraction({ ...needs, bulkhead }, data, attempt),
    concurrency: jobConcurrency(interactionBulkheadSize),
    onFailure: (error, interaction, attempt) =>
      log.warn({ interaction, attempt, reason: error.message }, 'interaction attempt failed'),
    async onSetAside(data) {
      log.error(data, 'interaction set aside: it stopped the service three times in a row');
      await failInteraction(needs, data.interaction, interrupted());
    },
  });
}

/**
 * Has a connector perform an interaction, once; again only after `Unavailable`, and only what is
 * marked idempotent. Anything else that a worker died over is not repeated: its outcome is unknown.
 */
export async function performInteraction(
  needs: Needs,
  { interaction: id }: InteractionData,
  { isLast }: Attempt,
): Promise<void> {
  const { database, polls, log } = needs;
  const row = await database.interaction.findUnique({ where: { id } });
  if (!row?.clientId || row.ended) return;
  try {
    await claim(needs, row);
    await completeInteraction(needs, id, await perform(needs, row, row.clientId));
  } catch (error) {
    if (error instanceof Unavailable && row.idempotent && !isLast && !isTooOld(row)) {
      await database.interaction.updateMany({
        where: { id, status: 'running' },
        data: { status: 'pending' },
      });
      throw error;
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') log.error({ err: error, id }, 'interaction failed');
    await failInteraction(needs, id, problem);
  }
  await polls.runNow(row.clientId);
}

const isTooOld = ({ requested }: Interaction) => Date.now() - requested.getTime() > maxAgeMs;

async function claim({ database }: Needs, row: Interaction): Promise<void> {
  if (isTooOld(row)) {
    if (row.status === 'running') throw interrupted();
    throw new Problem(
      'timeout',
      'The interaction waited too long in the queue and was not performed.',
    );
  }
  const { count } = await database.interaction.updateMany({
    where: { id: row.id, status: { in: row.idempotent ? ['pending', 'running'] : ['pending'] } },
    data: { status: 'running' },
  });
  if (count === 0) throw interrupted();
}

const interrupted = () =>
  new Problem('outcome_unknown', 'The service was interrupted while performing the interaction.');

async function perform(needs: Needs, row: Interaction, clientId: string): Promise<unknown> {
  const { database, sealing, bulkhead, tracing } = needs;
  const session = await openSession(needs, { id: clientId });
  const mapping =
    session &&
    (await database.mapping.findFirst({
      where: { clientKey: session.row.key, thing: row.thing },
    }));
  if (!mapping) throw new Problem('not_found', 'The thing is gone.');
  const { row: client, connector, contextUntil } = session;
  const device = { device: mapping.entity, handle: mapping.handle ?? undefined };
  const { developer, instance } = client;
  const binding = { purpose: 'interactions.input', developer, id: row.id } as const;
  const input = row.input === null ? undefined : sealing.open(binding, row.input);
  const origin = { developer, group: instance.id, health: healthOf(client) };
  const { name } = row;
  let isReadable = false;
  const write = async (signal: AbortSignal): Promise<void> => {
    const request = { ...device, property: name, value: input };
    ({ isReadable } = await writeProperty(connector, contextUntil(signal), request));
  };
  const performUntil = (signal: AbortSignal): Promise<unknown> =>
    row.operation === 'invokeaction'
      ? invokeAction(connector, contextUntil(signal), { ...device, action: name, input })
      : write(signal);
  tracing?.annotate({
    'trellis.developer': developer,
    'trellis.connector_type': client.connectorType,
  });
  const output = await bulkhead.run<unknown>(origin, (signal) =>
    tracing
      ? tracing.span(`${row.operation} ${connector.typeId}`, {}, () => performUntil(signal))
      : performUntil(signal),
  );
  if (isReadable) await storeWritten(needs, { developer, mapping, property: name, value: input });
  return output;
}
