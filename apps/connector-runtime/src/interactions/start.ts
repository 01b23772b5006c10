import { Problem, type Caller, type Creator, type Interaction } from '@trellis/contracts';
import { connectorOf } from '../descriptions/describe.js';
import { isUniqueViolation } from '@trellis/database';
import type { Runtime } from '../runtime.js';
import { readInteraction } from './read.js';

export interface NewInteraction {
  caller: Caller;
  id: string;
  thing: string;
  subject?: string | undefined;
  creator: Creator;
  operation: 'writeproperty' | 'invokeaction';
  name: string;
  /** Sealed. */
  input?: string | undefined;
  idempotent: boolean;
}

/** So many interactions of a client may be under way. */
const mostPending = 50;

/**
 * Asks whoever made a thing to write a property or do an action: the connector of its client, or the
 * app's callback. The interaction is kept before anything is asked, and its outcome after; nobody waits
 * for that here, where a device that hangs would hold up other calls.
 */
export async function startInteraction(
  runtime: Runtime,
  interaction: NewInteraction,
): Promise<Interaction> {
  const { caller, id, creator } = interaction;
  if (creator.kind === 'client') await refuseUnsupported(runtime, interaction, creator.id);
  await insert(runtime, interaction);
  await hand(runtime, interaction);
  return readInteraction(runtime, { caller, id });
}

async function refuseUnsupported(
  { database, connectors }: Runtime,
  { caller: { developer }, thing, operation }: NewInteraction,
  id: string,
): Promise<void> {
  const client = await database.client.findFirst({
    where: { id, developer, mappings: { some: { thing } } },
  });
  if (!client) throw new Problem('not_found', 'There is no such thing.');
  const { write, invoke } = connectorOf(connectors, client.connectorType);
  if (!(operation === 'writeproperty' ? write : invoke)) {
    throw new Problem('not_supported', 'The connector of this thing can only read.');
  }
  const pending = await database.interaction.count({
    where: { clientId: id, status: { in: ['pending', 'running'] } },
  });
  if (pending >= mostPending) {
    throw new Problem('rate_limited', `More than ${mostPending} requests to it are under way.`);
  }
}

async function insert({ database }: Runtime, interaction: NewInteraction): Promise<void> {
  const { caller, id, thing, subject, creator, operation, name, input, idempotent } = interaction;
  try {
    await database.interaction.create({
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
  } catch (error) {
    // The job was delivered twice: the first delivery has kept it.
    if (!isUniqueViolation(error)) throw error;
  }
}

/** Hands it to whoever made the thing; what could not be handed on has never been asked for. */
async function hand(runtime: Runtime, interaction: NewInteraction): Promise<void> {
  const { id, caller, creator, name: action, input: sealed, ...asked } = interaction;
  try {
    if (creator.kind === 'client') {
      await runtime.interactions.add(id, { interaction: id });
    } else {
      const { developer } = caller;
      const input = sealed === undefined ? undefined : runtime.sealing.open(sealed);
      await runtime.requestAction({ ...asked, id, developer, app: creator.id, action, input });
    }
  } catch (error) {
    await runtime.database.interaction.deleteMany({ where: { id, status: 'pending' } });
    throw error;
  }
}
