import { Problem, type ConnectorsContract, type Handler, type Received } from '@trellis/contracts';
import { isUniqueViolation, type Deadline } from '@trellis/database';
import type { JobQueue } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import { writeInTime, type Database, type Queries } from '../database.js';
import type { Outbox } from '../outbox/outbox.js';
import type { Registry } from '../registry.js';
import type { InteractionData } from './interaction-job.js';
import { readInteraction } from './read.js';

/** How many interactions of a client may be under way. */
const maxPending = 50;

interface Needs {
  database: Database;
  registry: Registry;
  sealing: Sealing;
  interactions: JobQueue<InteractionData>;
  outbox: Outbox;
}

type Request = Received<ConnectorsContract, 'interactions.start'>;

/**
 * Asks the creator of a thing to write a property or perform an action: the connector of its client,
 * or the app's webhook. The interaction is stored first, and its outcome later; nobody waits for that
 * here, where a device that hangs would hold up other calls.
 */
export const startInteraction: Handler<'interactions.start', Needs> = async (
  needs,
  request,
  context,
) => {
  const { caller, id, creator } = request;
  if (creator.kind === 'client') await refuseUnsupported(needs, request);
  const deliveries = await store(needs, request, context);
  if (creator.kind === 'client') await enqueue(needs, id);
  else await needs.outbox.flush(deliveries);
  return readInteraction(needs, { caller, id }, context);
};

async function refuseUnsupported(
  { database, registry }: Needs,
  { caller: { developer }, creator, thing }: Request,
): Promise<void> {
  const client = await database.client.findFirst({
    where: { id: creator.id, developer, mappings: { some: { thing } } },
  });
  if (!client) throw new Problem('not_found', 'There is no such thing.');
  if (!registry.get(client.connectorType).send) {
    throw new Problem('not_supported', 'The connector of this thing can only read.');
  }
  const pending = await database.interaction.count({
    where: { clientId: client.id, status: { in: ['pending', 'running'] } },
  });
  if (pending >= maxPending) {
    throw new Problem('rate_limited', `More than ${maxPending} requests to it are under way.`);
  }
}

/** Stores the interaction, and the message to the app if one created the thing. */
async function store(needs: Needs, request: Request, deadline: Deadline): Promise<string[]> {
  const { id, creator } = request;
  try {
    return await writeInTime(needs.database, deadline, async (tx) => {
      await insert(tx, request);
      return creator.kind === 'app' ? addActionRequest(needs, tx, request) : [];
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // The call was delivered twice: the first delivery has stored it, but may not have passed it on.
    return creator.kind === 'app' ? [id] : [];
  }
}

async function insert(
  tx: Queries,
  { caller, id, thing, subject, creator, operation, name, input, idempotent }: Request,
): Promise<void> {
  await tx.interaction.create({
    data: {
      id,
      developer: caller.developer,
      subject: subject ?? null,
      thing,
      ...(creator.kind === 'client' ? { clientId: creator.id } : { app: creator.id }),
      operation,
      name,
      input: input ?? null,
      idempotent,
    },
  });
}

function addActionRequest(
  { outbox, sealing }: Needs,
  tx: Queries,
  { id, caller, creator, subject, thing, name, input, idempotent }: Request,
): Promise<string[]> {
  return outbox.addActionRequest(tx, {
    interaction: id,
    developer: caller.developer,
    app: creator.id,
    subject,
    thing,
    action: name,
    input: input === undefined ? undefined : sealing.open(input),
    idempotent,
  });
}

/** An interaction whose job could not be added was never requested. */
async function enqueue({ database, interactions }: Needs, id: string): Promise<void> {
  try {
    await interactions.add(id, { interaction: id });
  } catch (error) {
    await database.interaction.deleteMany({ where: { id, status: 'pending' } });
    throw error;
  }
}
