import { Misconfigured, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import type { Attempt } from '@trellis/messaging';
import type { Interaction } from '../generated/prisma/client.js';
import { Crowded } from '../remote/lanes.js';
import { remoteOf, type ClientOfInstance } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { withinTime } from '../within-time.js';
import type { InteractionData } from './job.js';
import { complete, fail } from './settle.js';

/** So old a request may be when it is tried (ms): nobody wants a lamp switched an hour later. */
const longestWait = 2 * 60_000;

/**
 * Has a connector do what was asked, once; again only after `Unavailable`, and only what is marked
 * idempotent. What a worker has died over is not repeated either: its outcome is not known.
 */
export async function performInteraction(
  runtime: Runtime,
  { interaction: id }: InteractionData,
  { last }: Attempt,
): Promise<void> {
  const row = await runtime.database.interaction.findUnique({ where: { id } });
  if (!row?.clientId || row.ended) return;
  try {
    await claim(runtime, row);
    await complete(runtime, id, await act(runtime, row, row.clientId));
  } catch (error) {
    if (error instanceof Unavailable && row.idempotent && !last && !isOld(row)) {
      await runtime.database.interaction.updateMany({
        where: { id, status: 'running' },
        data: { status: 'pending' },
      });
      throw error;
    }
    const problem = problemOf(error);
    if (problem.code === 'internal') runtime.log.error({ err: error, id }, 'interaction failed');
    await fail(runtime, id, problem);
  }
  await runtime.settled(id);
  await runtime.polls.hurry(row.clientId);
}

const isOld = ({ requested }: Interaction) => Date.now() - requested.getTime() > longestWait;

async function claim({ database }: Runtime, row: Interaction): Promise<void> {
  if (isOld(row)) throw new Problem('timeout', 'It waited too long for its turn; it was not done.');
  const { count } = await database.interaction.updateMany({
    where: { id: row.id, status: { in: row.idempotent ? ['pending', 'running'] : ['pending'] } },
    data: { status: 'running' },
  });
  if (count === 0) {
    throw new Problem('outcome_unknown', 'The service was interrupted while it was being done.');
  }
}

async function act(runtime: Runtime, row: Interaction, clientId: string): Promise<unknown> {
  const { database, sealing, stopping, interactionLanes, interactionTimeout: timeout } = runtime;
  const client = await database.client.findUnique({
    where: { id: clientId },
    include: { instance: true, mappings: { where: { thing: row.thing } } },
  });
  const entity = client?.mappings[0]?.entity;
  if (!client || entity === undefined) throw new Problem('not_found', 'The thing is gone.');
  const input = row.input === null ? undefined : sealing.open(row.input);
  return interactionLanes.run(
    { group: client.instance.id, standing: client.failures > 0 ? 'bad' : 'good' },
    (crowded) =>
      withinTime({ timeout, signals: [stopping, crowded] }, (signal) =>
        ask(runtime, client, signal, { entity, name: row.name, input, operation: row.operation }),
      ),
  );
}

async function ask(
  runtime: Runtime,
  client: ClientOfInstance,
  signal: AbortSignal,
  what: { entity: string; name: string; input: unknown; operation: string },
): Promise<unknown> {
  const { connector, context } = remoteOf(runtime, client, signal);
  const { entity, name, input } = what;
  if (what.operation === 'invokeaction') {
    return connector.invoke?.(context, { entity, action: name, input });
  }
  await connector.write?.(context, { entity, property: name, value: input });
  return undefined;
}

/** What a connector's failure means for the one who asked. */
function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Crowded) return new Problem('unavailable', error.message);
  if (error instanceof Unavailable) return new Problem('unavailable', error.message);
  if (error instanceof Unauthorized) return new Problem('remote_unauthorized', error.message);
  if (error instanceof Misconfigured) return new Problem('remote_misconfigured', error.message);
  if (error instanceof Rejected) return new Problem('remote_rejected', error.message);
  return new Problem('internal', 'The connector failed; the failure has been logged.');
}
