import { isPrivateType, Problem, requireExpected, type Handler } from '@trellis/contracts';
import { z } from 'zod';
import { pollSoon } from '../clients/poll-now.js';
import { tryClient, type TrialNeeds } from '../clients/trial/try-client.js';
import { writeInTurn } from '../database.js';
import type { Instance } from '../generated/prisma/client.js';
import { authorizesColumn } from '../oauth/needs-authorization.js';
import { checkConfiguration } from '../secrets/configuration.js';
import { patchConfiguration } from '../secrets/patch-configuration.js';
import type { Runtime } from '../runtime.js';
import { instanceVersion, requireVisibleInstance } from './read.js';
import { sampleClients } from './sample.js';

/** How many clients test a new configuration, and how many failing ones are polled now. */
const maxTrials = 3;
const maxPolledNow = 100;

type Needs = TrialNeeds & Pick<Runtime, 'polls'>;

/**
 * Changes the configuration of an instance after a poll with the new one has succeeded for one of its clients, if it has
 * any, and how many clients a subject may have. At most a hundred failing clients are polled now; the others at their
 * next scheduled time.
 */
export const updateInstance: Handler<'instances.update', Needs> = async (
  needs,
  input,
  deadline,
) => {
  const { database, registry, sealing, polls } = needs;
  const instance = await requireVisibleInstance(database, input);
  const { id, key, developer, connectorType, configuration: stored } = instance;
  requireExpected(instanceVersion(instance), input.expected);
  const connector = registry.get(connectorType);
  if (isPrivateType(connectorType)) requireNoPatch(sealing, instance, input.patch);
  const { sealed, change, needsTrial } = patchConfiguration(sealing, {
    schema: connector.instance.schema,
    binding: { purpose: 'instances.configuration', developer, id },
    stored,
    patch: input.patch,
  });
  const changed = {
    ...instance,
    configuration: sealed ?? stored,
    clientsPerSubject: input.clients_per_subject ?? instance.clientsPerSubject,
    ...authorizesColumn({ connector, instance: change.after }),
  };
  const version = instanceVersion(changed);
  if (version === instanceVersion(instance)) return { version };
  if (needsTrial) await tryInstance(needs, changed);
  const { count } = await writeInTurn(database, { developer, deadline }, (tx) =>
    tx.instance.updateMany({
      where: { id, configuration: stored, clientsPerSubject: instance.clientsPerSubject },
      data: {
        configuration: changed.configuration,
        clientsPerSubject: changed.clientsPerSubject,
        authorizes: changed.authorizes,
      },
    }),
  );
  // Another request has changed the configuration meanwhile. Patch that one.
  if (count === 0) return updateInstance(needs, input, deadline);
  if (sealed === undefined) return { version };
  const failing = await database.client.findMany({
    where: { instanceKey: key, status: 'ERROR' },
    select: { id: true, errorCode: true },
    take: maxPolledNow,
  });
  await pollSoon(polls, failing);
  return { version };
};

/** Throws `invalid_configuration` when a patch changes the configuration, which is that of the type. */
function requireNoPatch(
  sealing: Needs['sealing'],
  { developer, id }: Instance,
  patch: string,
): void {
  const given = sealing.open({ purpose: 'instances.configuration', developer, id }, patch);
  checkConfiguration(z.strictObject({}), given);
}

/** Succeeds if the poll of any client does; the others may fail for reasons of their own. */
async function tryInstance(needs: TrialNeeds, instance: Instance): Promise<void> {
  const clients = await sampleClients(needs.database, instance, maxTrials);
  if (clients.length === 0) return;
  try {
    await Promise.any(clients.map((client) => tryClient(needs, { ...client, instance })));
  } catch (error) {
    const [first] = (error as AggregateError).errors as Error[];
    if (!(first instanceof Problem)) throw first;
    throw new Problem(first.code, `With client ${clients[0]!.id}: ${first.message}`, first.extras);
  }
}
