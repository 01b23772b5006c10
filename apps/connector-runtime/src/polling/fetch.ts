import {
  Budget,
  Unauthorized,
  type Connector,
  type Discovery,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { TooCostly } from '../isolation/isolation.js';
import type { WeighedDiscovery } from '../isolation/poll-process.js';
import { healthOf } from '../limits/bulkhead.js';
import { expireAccessToken } from '../oauth/access-token.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import type { ClientRow, Session } from '../session.js';
import { discoverAtMost } from '../isolation/check-entities.js';
import type { Runtime } from '../runtime.js';

type Context = ReturnType<Session['contextUntil']>;

type Needs = Pick<Runtime, 'database' | 'bulkhead' | 'isolation' | 'quotas' | 'tracing'>;

/** The outcome of a poll, and where the next one runs. */
export interface Fetched extends Discovery {
  isolation: IsolationLevel;
}

/** Discovers the entities of a client, within the limits of a poll. */
export async function fetchEntities(needs: Needs, session: Session): Promise<Fetched> {
  const { database, bulkhead, tracing } = needs;
  const { row, connector } = session;
  const origin = { developer: row.developer, group: row.instance.id, health: healthOf(row) };
  const fetchUntil = async (signal: AbortSignal) => {
    try {
      return await discoverOrIsolate(needs, session, signal);
    } catch (error) {
      if (!(error instanceof Unauthorized) || !needsAuthorization(session)) throw error;
      // The access token may have been revoked early; retry with a new one.
      await expireAccessToken(database, row.id);
      return discoverOrIsolate(needs, session, signal);
    }
  };
  return bulkhead.run(origin, (signal) =>
    tracing
      ? tracing.span(`fetch ${connector.typeId}`, {}, () => fetchUntil(signal))
      : fetchUntil(signal),
  );
}

/** Where polls of a client run: in this process (null), in one that several polls share, or in one of their own. */
export type IsolationLevel = 'shared' | 'separate' | null;

/** Limits of a poll in this process: bytes that it receives, steps of evaluations (0.5 µs), and devices. */
const here = { bytes: 2 * 1024 * 1024, steps: 50_000, entities: 1_000 };

/** A poll elsewhere that took no more returns: processor time (ms), bytes and devices. */
const light = { cpuMs: 50, bytes: here.bytes / 2, entities: here.entities };

/** A poll that takes more processor time (ms) gets a process of its own. The first one in a new process takes 100. */
const separateCpuMs = 250;

/** Polls in this process up to a limit, and beyond that in another one. */
async function discoverOrIsolate(
  needs: Needs,
  session: Session,
  signal: AbortSignal,
): Promise<Fetched> {
  const { row, connector, contextUntil } = session;
  const { client_things: maxEntities } = needs.quotas;
  if (row.isolation === null) {
    const found = await discoverHere(maxEntities, connector, (effort) =>
      contextUntil(signal, effort),
    );
    if (found) return { isolation: null, ...found };
  }
  const isHeavy = row.isolation === 'separate';
  const options = { developer: row.developer, maxEntities, isHeavy };
  const found = await needs.isolation.discover(connector, contextUntil(signal), options);
  return { isolation: isolationAfter(found), ...found };
}

/** Polls in this process; undefined when that takes too much. Reading twice changes nothing. */
export async function discoverHere(
  maxEntities: number,
  connector: Connector,
  contextWith: (effort: SharedBudget) => Context,
): Promise<Discovery | undefined> {
  const effort = new Budget({ limits: here, refuse: () => new Error('Too much work.') });
  try {
    const found = await discoverAtMost(maxEntities, connector, contextWith(effort));
    return effort.isExhausted || found.entities.length > here.entities ? undefined : found;
  } catch (error) {
    if (!effort.isExhausted) throw error;
    return undefined;
  }
}

function isolationAfter({ cpuMs, bytes, entities }: WeighedDiscovery): IsolationLevel {
  if (cpuMs > separateCpuMs) return 'separate';
  const isLight = cpuMs <= light.cpuMs && bytes <= light.bytes && entities.length <= light.entities;
  return isLight ? null : 'shared';
}

/** Returns the isolation of the next poll after one that failed. */
export const isolationAfterFailure = (error: unknown, { isolation }: ClientRow): string | null =>
  error instanceof TooCostly ? 'separate' : isolation;
