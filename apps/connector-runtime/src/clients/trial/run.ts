import { setMaxListeners } from 'node:events';
import {
  createHttp,
  raceSignal,
  Unavailable,
  type Connector,
  type Discovery,
  type Entity,
  type Memory,
  type SharedBudget,
} from '@trellis/connector-sdk';
import {
  Problem,
  trialTimeouts,
  type ClientWarning,
  type ConnectorTrial,
  type Handler,
} from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { endUserGrants, needsAuthorization } from '../../oauth/needs-authorization.js';
import { Overloaded } from '../../limits/bulkhead.js';
import { toFailure } from '../../polling/failure.js';
import { findEntityError, stateOf } from '../../isolation/check-entities.js';
import { discoverOrIsolate } from '../../isolation/discover.js';
import { emptyWarnings, toWarning } from '../../polling/reconcile.js';
import { openConfiguration, requireFit } from '../../secrets/configuration.js';
import type { Runtime } from '../../runtime.js';
import { remedyOf } from '../status.js';

type Slots = ReturnType<typeof createRoundRobin>;

interface Needs extends Pick<
  Runtime,
  'registry' | 'sealing' | 'resolverOf' | 'rateLimits' | 'isolation' | 'quotas' | 'log'
> {
  trialSlots: Slots;
}

/** The most devices and the most warnings that a trial shows. */
const maxShown = 100;

/** Limits the trials that run at once, and those of one developer that run or wait. */
export const createTrialSlots = (): Slots =>
  createRoundRobin({ slots: 16, slotsPerOwner: 4, maxWaitingPerOwner: 4 });

/**
 * Polls once with configurations that are not stored, and answers what was found, or why nothing was. An instance
 * whose end users authorize its clients cannot be tried.
 */
export const runTrial: Handler<'trials.run', Needs> = async (
  needs,
  { caller: { developer }, id, connector_type_id: type, ...given },
  { expiresAt },
) => {
  const { registry, sealing, trialSlots } = needs;
  const connector = registry.requireRequested(type);
  const instance = openConfiguration(sealing, {
    schema: connector.instance.schema,
    binding: { purpose: 'instances.configuration', developer, id },
    sealed: given.instance_configuration,
    member: 'instance_configuration',
  });
  if (needsAuthorization({ connector, instance })) {
    throw new Problem('not_supported', 'End users authorize its clients: create one instead.');
  }
  const client = openConfiguration(sealing, {
    schema: connector.client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed: given.client_configuration,
    member: 'client_configuration',
  });
  requireFit(connector.checkClient?.({ instance, client }) ?? [], 'client_configuration');
  const waitUntil = Math.min(expiresAt, Date.now() + trialTimeouts.waitMs);
  const release = await trialSlots.acquire(developer, { expiresAt: waitUntil });
  try {
    return toTrial(await pollOnce(needs, connector, { developer, id, instance, client }));
  } catch (error) {
    if (error instanceof Overloaded) throw new Problem('unavailable', error.message);
    const failure = toFailure(error);
    if (failure.code === 'connector_failed') {
      needs.log.error({ err: error, developer, type }, 'trial failed');
    }
    // One whose end users authorize its clients is not tried.
    return toFailedTrial(failure, {
      endUserGrants: endUserGrants(connector, { authorizes: false }),
    });
  } finally {
    release();
  }
};

interface Trial {
  developer: string;
  id: string;
  instance: Record<string, unknown>;
  client: Record<string, unknown>;
}

async function pollOnce(
  { resolverOf, rateLimits, isolation, quotas }: Needs,
  connector: Connector,
  { developer, id, instance, client }: Trial,
): Promise<Discovery> {
  const controller = new AbortController();
  const { signal } = controller;
  // Each request of a poll listens.
  setMaxListeners(0, signal);
  const timer = setTimeout(
    () => controller.abort(new Unavailable('The remote technology did not answer in time.')),
    trialTimeouts.pollMs,
  );
  const resolve = resolverOf(developer);
  // Trials of one developer count together: each has another id.
  const acquire = rateLimits(connector, { instance: developer, client: developer });
  const memory = transientMemory();
  const contextWith = (effort?: SharedBudget) => ({
    instance,
    client: client as Parameters<Connector['poll']>[0]['client'],
    clientId: id,
    signal,
    resolve,
    acquire,
    effort,
    http: createHttp({ resolve, signal, acquire, effort }),
    memory,
    isListening: false,
    accessToken: () => Promise.reject(new Error('A trial has no access token.')),
  });
  const options = { developer, maxEntities: quotas.client_things, level: null };
  const polled = discoverOrIsolate(isolation, connector, contextWith, options);
  try {
    return (await raceSignal(signal, polled)).discovery;
  } finally {
    clearTimeout(timer);
    controller.abort(new Unavailable('The trial has ended.'));
  }
}

/** A memory that ends with the trial. */
function transientMemory(): Memory {
  const texts = new Map<string, string>();
  return {
    get: async (name) => texts.get(name),
    set: async (name, value) => void texts.set(name, value),
    async replace(name, value, current) {
      if (texts.get(name) !== current) return false;
      texts.set(name, value);
      return true;
    },
    delete: async (name) => void texts.delete(name),
  };
}

function toTrial(discovery: Discovery): ConnectorTrial {
  const { entities, complete, problems } = discovery;
  const shown = entities.slice(0, maxShown);
  const invalid = new Map(shown.map((entity) => [entity, findEntityError(entity)]));
  const warnings = [
    ...problems.map(({ device, failure }): ClientWarning => ({
      ...toFailure(failure),
      connector_thing_id: device,
    })),
    ...emptyWarnings(discovery, []),
    ...[...invalid].flatMap(([{ id }, error]) =>
      error === undefined ? [] : [toWarning(id, error)],
    ),
  ];
  return {
    status: 'STARTED',
    warnings: warnings.slice(0, maxShown),
    complete,
    found: entities.length,
    devices: shown.filter((entity) => invalid.get(entity) === undefined).map(toShown),
  };
}

const toShown = (entity: Entity): ConnectorTrial['devices'][number] => ({
  connector_thing_id: entity.id,
  ...stateOf(entity),
});

function toFailedTrial(
  failure: ReturnType<typeof toFailure>,
  granting: { endUserGrants: boolean },
): ConnectorTrial {
  const remedy = remedyOf(failure.code, granting);
  return {
    status: 'ERROR',
    error: { ...failure, remedy },
    warnings: [],
    complete: false,
    found: 0,
    devices: [],
  };
}
