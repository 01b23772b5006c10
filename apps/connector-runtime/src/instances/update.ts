import { Problem, requireExpected, type Handler } from '@trellis/contracts';
import { pollSoon } from '../clients/poll-now.js';
import { tryClient, type TrialNeeds } from '../clients/trial/try-client.js';
import { writeInTurn, type Database } from '../database.js';
import type { Instance } from '../generated/prisma/client.js';
import { authorizesColumn } from '../oauth/needs-authorization.js';
import { patchConfiguration } from '../secrets/patch-configuration.js';
import type { Runtime } from '../runtime.js';
import { instanceVersion, requireVisibleInstance } from './read.js';

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

/** Succeeds if the poll of any client does; the others may fail for reasons of their own. */
async function tryInstance(needs: TrialNeeds, instance: Instance): Promise<void> {
  const clients = await sampleClients(needs.database, instance);
  if (clients.length === 0) return;
  try {
    await Promise.any(clients.map((client) => tryClient(needs, { ...client, instance })));
  } catch (error) {
    const [first] = (error as AggregateError).errors as Error[];
    if (!(first instanceof Problem)) throw first;
    throw new Problem(first.code, `With client ${clients[0]!.id}: ${first.message}`, first.extras);
  }
}

/** Selects clients of an instance, preferably those whose polls succeed. */
async function sampleClients(database: Database, { key }: Instance) {
  const order = { orderBy: { key: 'asc' }, take: maxTrials } as const;
  // Paused clients are not polled.
  const ofInstance = { instanceKey: key, pausedSince: null };
  const started = await database.client.findMany({
    where: { ...ofInstance, status: 'STARTED' },
    ...order,
  });
  if (started.length > 0) return started;
  return database.client.findMany({ where: ofInstance, ...order });
}
