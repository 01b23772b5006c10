import { DeviceUnavailable, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { startJobWorker, type Attempt, type Broker } from '@trellis/messaging';
import type { Logger } from '@trellis/platform';
import { interactionBulkheadSize, jobConcurrency } from '../limits/bulkhead-sizes.js';
import { clientSubject, subjectOf } from '../log-subject.js';
import { interactionJob } from '../queues.js';
import { completeInteraction, failInteraction, type SettleNeeds } from '../delivery/settle.js';
import type { Runtime } from '../runtime.js';
import { maxAgeMs, type ClaimInteraction } from './claim.js';
import type { ClaimedRow } from './claim.sql.js';
import { requestConnector, type RequestNeeds } from './request-connector.js';
import { confirmByPolls } from './confirm.js';
import { queueInteraction } from './queue.js';
import { interrupted, toProblem } from './problem.js';

type Needs = RequestNeeds &
  SettleNeeds &
  Pick<Runtime, 'polls' | 'pollRequests' | 'log'> & { claimInteraction: ClaimInteraction };

export function startInteractionWorker(
  broker: Broker,
  needs: Needs & { log: Pick<Logger, 'warn'> },
): void {
  const { log } = needs;
  startJobWorker(broker, interactionJob, {
    handle: (data, attempt) => performInteraction(needs, data, attempt),
    concurrency: jobConcurrency(interactionBulkheadSize),
    onFailure: (error, interaction, attempt) =>
      log.warn(
        { interaction, ...subjectOf(error), attempt, reason: error.message },
        'interaction attempt failed',
      ),
    async onDeadLetter(data) {
      log.error(
        { ...data, ...(await readSubject(needs, data)) },
        'interaction set aside: it stopped the service three times in a row',
      );
      await failInteraction(needs, data.interaction, interrupted());
    },
  });
}

/** Returns the members to log about an interaction; none if it cannot be read. */
async function readSubject({ database }: Needs, { interaction: id }: { interaction: string }) {
  const row = await database.interaction.findUnique({ where: { id } }).catch(() => null);
  if (!row?.clientId) return {};
  const client = await database.client
    .findUnique({ where: { id: row.clientId } })
    .catch(() => null);
  return client ? clientSubject(client) : { developer: row.developer, client: row.clientId };
}

/**
 * Performs an interaction once. An idempotent one is repeated, after `Unavailable` or when its worker died; a write only
 * when its worker died and the thing was not written again later. The outcome of any other that a worker died over is
 * unknown.
 */
export async function performInteraction(
  needs: Needs,
  { interaction: id }: { interaction: string },
  { isLast }: Attempt,
): Promise<void> {
  const { database, log } = needs;
  const row = await needs.claimInteraction(id);
  if (!row) return;
  let performed: Performed | undefined;
  try {
    requireClaimed(row);
    performed = await perform(needs, row);
    await completeInteraction(needs, id, performed.output);
  } catch (error) {
    if (mayRecover(error) && row.idempotent && !isLast && !isTooOld(row)) {
      await database.interaction.updateMany({
        where: { id, status: 'running' },
        data: { status: 'pending' },
      });
      throw error;
    }
    if (error instanceof DeviceUnavailable && (await queueInteraction(needs, id))) {
      await needs.publishEnded(id);
      return;
    }
    const problem = toProblem(error);
    if (problem.code === 'internal') {
      log.error({ err: error, interaction: id, ...subjectOf(error) }, 'interaction failed');
    }
    if (error instanceof Problem && problem.code !== 'outcome_unknown') {
      await withdrawQueued(needs, row);
    }
    await failInteraction(needs, id, problem);
  }
  const { clientId: client, operation, transitionMs } = row;
  // Polls of a client whose listener reports the change can wait.
  if (performed?.isListened) return needs.pollRequests.add(client);
  const isWrite = operation !== 'invokeaction';
  const { confirmAfterMs } = performed ?? {};
  await confirmByPolls(needs, { client, transitionMs, confirmAfterMs, isWrite });
}

type Performed = Awaited<ReturnType<typeof requestConnector>>;

/** Withdraws the targets of a write that waited for its device, when it failed before it was sent. */
async function withdrawQueued({ units }: Needs, row: ClaimedRow): Promise<void> {
  const { id, developer, thing, queueUntil } = row;
  if (queueUntil === null) return;
  const queued = { caller: { developer }, id: thing, interaction: id };
  await units('things.withdraw', queued).catch(() => undefined);
}

/** Returns whether a failure may be over soon; a device that is out of reach may be so for weeks. */
const mayRecover = (error: unknown): boolean =>
  error instanceof Unavailable && !(error instanceof DeviceUnavailable);

const isTooOld = ({ requested }: ClaimedRow) => Date.now() - requested.getTime() > maxAgeMs;

function requireClaimed({ isClaimed, isTooOld, wasRunning }: ClaimedRow): void {
  if (isClaimed) return;
  if (!isTooOld || wasRunning) throw interrupted();
  throw new Problem(
    'timeout',
    'The interaction waited too long in the queue and was not performed.',
  );
}

function perform(needs: Needs, row: ClaimedRow): Promise<Performed> {
  const { id, developer, input } = row;
  const binding = { purpose: 'interactions.input', developer, id } as const;
  const opened = input === null ? undefined : needs.sealing.open(binding, input);
  return requestConnector(needs, { ...row, input: opened });
}
