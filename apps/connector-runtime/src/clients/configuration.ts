import { isDeepStrictEqual } from 'node:util';
import {
  patchAttributes,
  requireExpected,
  storedAttributes,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import { query, type Deadline } from '@trellis/database';
import { byEndUser, recordOperation, startedBy as starterOf } from '../activity/record.js';
import { requireOwnAgent } from '../agents/agents.js';
import { writeInTurn } from '../database.js';
import { Prisma, type Client } from '../generated/prisma/client.js';
import { forgetHooks } from '../hooks/hooks.sql.js';
import { openClientOf } from '../secrets/configuration.js';
import { configurationVersion, patchConfiguration } from '../secrets/patch-configuration.js';
import { choosesDevice, requireReentry } from '../secrets/require-reentry.js';
import { showConfiguration } from '../secrets/show.js';
import type { Runtime } from '../runtime.js';
import { clientDefaultsOf, clientSchemaOf, requireFittingClient } from './client-schema.js';
import { pollSoon } from './poll-now.js';
import { tryClient, type TrialNeeds } from './trial/try-client.js';
import { clientVersion, clientVersions } from './version.js';
import { requireVisibleClient } from './visible.js';

type Needs = TrialNeeds & Pick<Runtime, 'pool' | 'polls'>;

/**
 * Changes the configuration of a client after a poll with the new one has succeeded, and polls the client now. Its
 * things keep their ids. The device that answered is the client's from then on, if the patch says which one is meant.
 */
export const updateClient: Handler<'clients.update', Needs> = async (needs, input, deadline) => {
  const client = await requireVisibleClient(needs.database, input);
  requireExpected(clientVersions(client), input.expected);
  const { patch, attributes } = input;
  // Before the trial, which takes seconds.
  if (attributes) patchAttributes(storedAttributes(client.attributes) ?? null, attributes);
  const moved =
    input.via === undefined ? client : { ...client, via: await viaOf(needs, client, input.via) };
  if (patch !== undefined) return updateConfiguration(needs, moved, { ...input, patch, deadline });
  const version = await storeChange(needs, client, { ...input, deadline });
  return version === undefined ? updateClient(needs, input, deadline) : { version };
};

/** Returns the id of the agent that a patch names, which has to be the subject's. */
const viaOf = (
  { database }: Pick<Needs, 'database'>,
  { developer, subject }: Client,
  via: string | null,
) => (via === null ? null : requireOwnAgent(database, { developer, subject }, via));

type Change = Received<ConnectorsContract, 'clients.update'> & { deadline: Deadline };

async function updateConfiguration(
  needs: Needs,
  client: Awaited<ReturnType<typeof requireVisibleClient>>,
  { deadline, ...input }: Change & { patch: string },
): Promise<{ version: string }> {
  const { pool, registry, sealing, polls } = needs;
  const { id, developer, connectorType, configuration: stored } = client;
  const { schema, keepsSecrets } = registry.get(connectorType).client;
  const { sealed, needsTrial, change } = patchConfiguration(sealing, {
    schema,
    binding: { purpose: 'clients.configuration', developer, id },
    stored,
    patch: input.patch,
    defaults: clientDefaultsOf(needs, client),
  });
  const isOtherDevice = client.errorCode === 'another_device';
  const choice = { keepsSecrets, isOtherDevice, ...change };
  if (input.by_end_user) requireReentry(clientSchemaOf(needs, client), choice);
  const isChosen = choosesDevice(choice);
  const isMoved = input.via !== undefined;
  if (sealed === undefined && !isChosen && !isMoved) {
    return updateClient(needs, { ...input, patch: undefined }, deadline);
  }
  const changed = { ...client, configuration: sealed ?? stored };
  requireFittingClient(needs, changed);
  const requested = starterOf(input.requester);
  const startedBy = input.by_end_user ? { ...requested, ...byEndUser } : requested;
  const startedAt = performance.now();
  const trial = { forgetsPins: isChosen, startedBy };
  const tried = (needsTrial || isChosen || isMoved) && (await tryClient(needs, changed, trial));
  if (!tried) {
    recordOperation(needs, { row: client }, { kind: 'configuration', startedAt, startedBy });
  }
  const version = await storeChange(needs, changed, { ...input, stored, deadline });
  // Another request has changed the configuration meanwhile. Patch that one.
  if (version === undefined) return updateClient(needs, input, deadline);
  if (tried) {
    await tried.memory.apply();
    // The vendor may have to report other changes now, so the next poll registers a new address.
    await query(pool, forgetHooks, [id]);
  }
  await pollSoon(polls, [client]);
  return { version };
}

/**
 * Stores a configuration if it replaces `stored`, and a patch of attributes. Returns the version for the caller, or undefined
 * when the configuration is another one by now.
 */
async function storeChange(
  { database }: Pick<Needs, 'database'>,
  { key, id, developer, configuration, via }: Client,
  { stored, attributes: patch, deadline, ...by }: Change & { stored?: string },
): Promise<string | undefined> {
  return writeInTurn(database, { developer, deadline }, async (tx) => {
    await tx.$queryRaw`SELECT key FROM clients WHERE key = ${key} FOR UPDATE`;
    const row = await tx.client.findUnique({ where: { key } });
    if (row?.configuration !== (stored ?? configuration)) return undefined;
    requireExpected(clientVersions(row), by.expected);
    const before = storedAttributes(row.attributes) ?? null;
    const attributes = patch === undefined ? before : patchAttributes(before, patch);
    if (stored !== undefined || !isDeepStrictEqual(attributes, before)) {
      const moved = by.via === undefined ? {} : { via };
      const data = { configuration, ...moved, attributes: attributes ?? Prisma.DbNull };
      await tx.client.update({ where: { key }, data });
      const { subject } = row;
      await tx.clientChange.create({
        data: { developer, subject, client: id, kind: 'client_updated' },
      });
    }
    const changed = { configuration, attributes, via: by.via === undefined ? row.via : via };
    return by.by_end_user ? configurationVersion(configuration) : clientVersion(changed);
  });
}

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
