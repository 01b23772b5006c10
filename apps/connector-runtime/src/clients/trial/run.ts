import {
  createExplanation,
  createRedaction,
  type Discovery,
  type Entity,
  type PastedAnswer,
  type Redaction,
} from '@trellis/connector-sdk';
import {
  pastedAnswers,
  Problem,
  trialTimeouts,
  type ClientWarning,
  type ConnectorTrial,
  type Handler,
} from '@trellis/contracts';
import { createRoundRobin } from '@trellis/platform/concurrency';
import { requireOwnAgent } from '../../agents/agents.js';
import { endUserGrants, needsAuthorization } from '../../oauth/needs-authorization.js';
import { Overloaded } from '../../limits/bulkhead.js';
import { startedBy } from '../../activity/record.js';
import { createSessionRecording } from '../../activity/session-recording.js';
import { toFailure, withAdvice, type Failure } from '../../polling/failure.js';
import { secretsOf } from '../../session.js';
import { findEntityError, stateOf } from '../../isolation/check-entities.js';
import { emptyWarnings, toWarning } from '../../polling/reconcile.js';
import { openConfiguration, requireFit } from '../../secrets/configuration.js';
import type { Runtime } from '../../runtime.js';
import { openGivenInstance, requireRequested } from '../../types/stored/requested.js';
import { defaultsIn } from '../client-schema.js';
import { remedyOf } from '../status.js';
import { shownExplanation } from './explanation.js';
import { pollOnce } from './poll-once.js';

type Slots = ReturnType<typeof createRoundRobin>;

interface Needs extends Pick<
  Runtime,
  | 'registry'
  | 'database'
  | 'pool'
  | 'sealing'
  | 'resolverOf'
  | 'throughAgent'
  | 'rateLimits'
  | 'isolation'
  | 'quotas'
  | 'log'
  | 'journal'
  | 'clock'
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
  { caller, id, connector_type_id: type, ...given },
  { expiresAt },
) => {
  const { sealing, trialSlots } = needs;
  const { developer } = caller;
  const connector = await requireRequested(needs, { developer, type });
  const via = given.via && (await requireOwnAgent(needs.database, caller, given.via));
  const instance = await openGivenInstance(needs, {
    connector,
    binding: { purpose: 'instances.configuration', developer, id },
    sealed: given.instance_configuration,
    member: 'instance_configuration',
  });
  const pasted = openAnswers(needs, given.answers, { developer, id });
  if (!pasted && needsAuthorization({ connector, instance })) {
    throw new Problem('not_supported', 'End users authorize its clients: create one instead.');
  }
  const client = openConfiguration(sealing, {
    schema: connector.client.schema,
    binding: { purpose: 'clients.configuration', developer, id },
    sealed: given.client_configuration,
    member: 'client_configuration',
    defaults: defaultsIn(connector.describeClient?.(instance) ?? {}),
  });
  if (!pasted) {
    requireFit(connector.checkClient?.({ instance, client }) ?? [], 'client_configuration');
  }
  const waitUntil = Math.min(expiresAt, Date.now() + trialTimeouts.waitMs);
  const release = await trialSlots.acquire(developer, { expiresAt: waitUntil });
  const names = connector.secretNames?.(instance) ?? [];
  const recording = createSessionRecording({
    configured: () => secretsOf(connector, { instance, client }),
    names: () => names,
  });
  let explanation = createExplanation(names);
  /** Returns a new one, since the poll may be repeated in another process. */
  const explain = () => (explanation = createExplanation(names));
  /** Adds what was recorded, without secrets, which may have come with the answers. */
  const shown = (found: Found): ConnectorTrial => {
    const explained = explanation.explained();
    explained.secrets.forEach(recording.addSecret);
    return {
      ...concealed(found, createRedaction(explained.secrets)),
      requests: recording.requests(),
      explanation: shownExplanation(explained, recording.redaction()),
    };
  };
  const startedAt = performance.now();
  const record = (failure?: Failure) =>
    needs.journal.add({
      developer,
      connectorType: connector.typeId,
      kind: 'trial',
      at: needs.clock.now(),
      durationMs: performance.now() - startedAt,
      startedBy: startedBy(given.requester),
      failure,
      requests: failure && recording.requests,
    });
  try {
    const trial = { developer, id, via, instance, client, recording, explain, pasted };
    const discovery = await pollOnce(needs, connector, trial);
    record();
    return shown(toTrial(discovery));
  } catch (error) {
    if (error instanceof Overloaded) throw new Problem('unavailable', error.message);
    const failure = withoutSecrets(
      toFailure(error),
      createRedaction(explanation.explained().secrets),
    );
    record(failure);
    if (failure.code === 'connector_failed') {
      needs.log.error({ err: error, developer, type }, 'trial failed');
    }
    // One whose end users authorize its clients is not tried.
    const granting = { endUserGrants: endUserGrants(connector, { authorizes: false }) };
    return shown(toFailedTrial(failure, granting));
  } finally {
    release();
  }
};

/** Opens the answers that were pasted, if there are any. */
function openAnswers(
  { sealing }: Pick<Needs, 'sealing'>,
  sealed: string | undefined,
  binding: { developer: string; id: string },
): PastedAnswer[] | undefined {
  if (sealed === undefined) return undefined;
  return pastedAnswers.parse(sealing.open({ purpose: 'trial-answers', ...binding }, sealed));
}

type Found = Omit<ConnectorTrial, 'requests' | 'explanation'>;

/** Removes secrets of the answers from what is said about failures. */
function concealed(found: Found, redaction: Redaction): Found {
  return {
    ...found,
    ...(found.error && { error: withoutSecrets(found.error, redaction) }),
    warnings: found.warnings.map((warning) => withoutSecrets(warning, redaction)),
  };
}

const withoutSecrets = <Shown extends { detail: string; address?: string | undefined }>(
  failure: Shown,
  { text }: Redaction,
): Shown => ({
  ...failure,
  detail: text(failure.detail),
  ...(failure.address !== undefined && { address: text(failure.address) }),
});

function toTrial(discovery: Discovery): Found {
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
    warnings: warnings.slice(0, maxShown).map(withAdvice),
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
): Found {
  const remedy = remedyOf(failure, granting);
  return {
    status: 'ERROR',
    error: withAdvice({ ...failure, remedy }),
    warnings: [],
    complete: false,
    found: 0,
    devices: [],
  };
}
