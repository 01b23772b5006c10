import type { Handler } from '@trellis/contracts';
import { query } from '@trellis/database';
import { byEndUser, recordOperation, startedBy as starterOf } from '../activity/record.js';
import { writeInTurn } from '../database.js';
import { forgetHooks } from '../hooks/hooks.sql.js';
import { openClientOf } from '../secrets/configuration.js';
import { configurationVersion, patchConfiguration } from '../secrets/patch-configuration.js';
import { choosesDevice, requireReentry } from '../secrets/require-reentry.js';
import { showConfiguration } from '../secrets/show.js';
import type { Runtime } from '../runtime.js';
import { clientDefaultsOf, clientSchemaOf, requireFittingClient } from './client-schema.js';
import { pollSoon } from './poll-now.js';
import { tryClient, type TrialNeeds } from './trial/try-client.js';
import { requireVisibleClient } from './visible.js';

type Needs = TrialNeeds & Pick<Runtime, 'pool' | 'polls'>;

/**
 * Changes the configuration of a client after a poll with the new one has succeeded, and polls the client now. Its
 * things keep their ids. The device that answered is the client's from then on, if the patch says which one is meant.
 */
export const updateClient: Handler<'clients.update', Needs> = async (needs, input, deadline) => {
  const { database, pool, registry, sealing, polls } = needs;
  const client = await requireVisibleClient(database, input);
  const { id, developer, connectorType, configuration: stored } = client;
  const { schema, keepsSecrets } = registry.get(connectorType).client;
  const { sealed, needsTrial, change } = patchConfiguration(sealing, {
    schema,
    binding: { purpose: 'clients.configuration', developer, id },
    stored,
    version: configurationVersion(stored),
    patch: input.patch,
    expected: input.expected,
    defaults: clientDefaultsOf(needs, client),
  });
  const isOtherDevice = client.errorCode === 'another_device';
  const choice = { keepsSecrets, isOtherDevice, ...change };
  if (input.by_end_user) requireReentry(clientSchemaOf(needs, client), choice);
  const isChosen = choosesDevice(choice);
  if (sealed === undefined && !isChosen) return { version: configurationVersion(stored) };
  const changed = { ...client, configuration: sealed ?? stored };
  requireFittingClient(needs, changed);
  const requested = starterOf(input.requester);
  const startedBy = input.by_end_user ? { ...requested, ...byEndUser } : requested;
  const startedAt = performance.now();
  const trial = { forgetsPins: isChosen, startedBy };
  const tried = (needsTrial || isChosen) && (await tryClient(needs, changed, trial));
  if (!tried) {
    recordOperation(needs, { row: client }, { kind: 'configuration', startedAt, startedBy });
  }
  const { count } = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const replaced = await tx.client.updateMany({
      where: { id, configuration: stored },
      data: { configuration: changed.configuration },
    });
    if (replaced.count > 0) {
      const change = { developer, subject: client.subject, client: id, kind: 'client_updated' };
      await tx.clientChange.create({ data: change });
    }
    return replaced;
  });
  // Another request has changed the configuration meanwhile. Patch that one.
  if (count === 0) return updateClient(needs, input, deadline);
  if (tried) {
    await tried.memory.apply();
    // The vendor may have to report other changes now, so the next poll registers a new address.
    await query(pool, forgetHooks, [id]);
  }
  await pollSoon(polls, [client]);
  return { version: configurationVersion(changed.configuration) };
};

type ReadNeeds = Pick<Runtime, 'database' | 'registry' | 'sealing' | 'configurations'>;

/** Returns a client's configuration without its secrets. It is encrypted, because it still describes a home. */
export const readConfiguration: Handler<'clients.read_configuration', ReadNeeds> = async (
  needs,
  input,
) => {
  const { database, registry, sealing, configurations } = needs;
  const client = await requireVisibleClient(database, input);
  const { id, developer, connectorType, configuration: sealed } = client;
  const configuration = openClientOf(configurations, registry.get(connectorType), client);
  const shown = showConfiguration(clientSchemaOf(needs, client), configuration);
  return {
    shown: sealing.seal({ purpose: 'shown-configuration', developer, id }, shown),
    version: configurationVersion(sealed),
  };
};
