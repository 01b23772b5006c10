import { randomUUID } from 'node:crypto';
import { isPin, Unauthorized, type Discovery, type Memory } from '@trellis/connector-sdk';
import { Problem, type OperationStarter } from '@trellis/contracts';
import { recordWork, startedBy as starterOf } from '../../activity/record.js';
import { isDatabaseError } from '../../database.js';
import { Overloaded } from '../../limits/bulkhead.js';
import { Throttled } from '../../limits/rates.js';
import { needsAuthorization } from '../../oauth/needs-authorization.js';
import { toFailure, withAdvice } from '../../polling/failure.js';
import { fetchEntities } from '../../polling/fetch.js';
import { openMemory } from '../../secrets/memory.js';
import { sessionOf, type ClientRow, type Session, type SessionNeeds } from '../../session.js';
import type { Runtime } from '../../runtime.js';

export type TrialNeeds = SessionNeeds & Pick<Runtime, 'trials' | 'isolation' | 'quotas' | 'log'>;

/** The outcome of a trial. */
interface Tried {
  /** The memory of the connector, to apply once the configurations are stored. */
  memory: DraftMemory;
  /** Undefined if the end user has to authorize the client. */
  discovery: Discovery | undefined;
}

interface TrialOptions {
  forgetsPins?: boolean;
  startedBy?: OperationStarter;
}

/**
 * Tests configurations that are not stored yet by a poll, of which nothing is stored. Throws `trial_failed`,
 * `rate_limited` and `unavailable`. An expired authorization does not fail a trial. With `forgetsPins`, the device need
 * not be the one that answered before.
 */
export async function tryClient(
  needs: TrialNeeds,
  row: ClientRow,
  { forgetsPins = false, startedBy = starterOf(undefined) }: TrialOptions = {},
): Promise<Tried> {
  const session = sessionOf(needs, { ...row, status: 'STARTING', failures: 0 });
  const memory = draftMemory(openMemory(needs, row), { forgetsPins });
  const isUnauthorized = needsAuthorization(session) && row.tokens === null;
  if (isUnauthorized) return { memory, discovery: undefined };
  // Its polls may be running under its own id.
  const clientId = randomUUID();
  const trial: Session = {
    ...session,
    contextUntil: (...given) =>
      Object.assign(session.contextUntil(...given), {
        clientId,
        memory: session.recording.watch(memory),
      }),
  };
  const operation = { kind: 'configuration', startedBy, failureOf: toFailure } as const;
  try {
    const { discovery } = await recordWork(needs, session, operation, () =>
      fetchEntities({ ...needs, bulkhead: needs.trials }, trial),
    );
    return { memory, discovery };
  } catch (error) {
    if (!(error instanceof Unauthorized && needsAuthorization(session))) {
      throw toProblem(needs, row, error);
    }
    return { memory, discovery: undefined };
  }
}

function toProblem(
  { log }: Pick<TrialNeeds, 'log'>,
  { id, connectorType }: ClientRow,
  error: unknown,
): unknown {
  if (error instanceof Problem || isDatabaseError(error)) return error;
  if (error instanceof Overloaded) return new Problem('unavailable', error.message);
  if (error instanceof Throttled) {
    return new Problem('rate_limited', 'The remote technology takes no more requests for now.');
  }
  const { code, detail, ...facts } = toFailure(error);
  if (code === 'connector_failed') {
    log.error({ err: error, client: id, type: connectorType }, 'trial failed');
  }
  return new Problem('trial_failed', `${code}: ${detail}`, {
    errors: [{ pointer: '/configuration', detail }],
    failure: withAdvice(facts),
  });
}

/** A connector's memory whose changes are stored only when they are applied. */
interface DraftMemory extends Memory {
  apply(): Promise<void>;
}

/** Wraps a stored memory; changes stay in the draft until they are applied. */
function draftMemory(stored: Memory, { forgetsPins }: { forgetsPins: boolean }): DraftMemory {
  const changes = new Map<string, string | undefined>();
  const get = async (name: string) => {
    if (changes.has(name)) return changes.get(name);
    return forgetsPins && isPin(name) ? undefined : stored.get(name);
  };
  return {
    get,
    set: async (name, value) => void changes.set(name, value),
    async replace(name, value, current) {
      if ((await get(name)) !== current) return false;
      changes.set(name, value);
      return true;
    },
    delete: async (name) => void changes.set(name, undefined),
    async apply() {
      for (const [name, value] of changes) {
        await (value === undefined ? stored.delete(name) : stored.set(name, value));
      }
    },
  };
}
