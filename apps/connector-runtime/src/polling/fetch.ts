import {
  afterRefresh,
  Unauthorized,
  withConnections,
  type Discovery,
  type SharedBudget,
} from '@trellis/connector-sdk';
import { isDebuggedAt } from '../activity/record.js';
import { discoverOrIsolate, type IsolationLevel } from '../isolation/discover.js';
import { healthOf } from '../limits/bulkhead.js';
import { expireAccessToken } from '../oauth/access-token.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import type { Session } from '../session.js';
import type { Runtime } from '../runtime.js';

type Needs = Pick<Runtime, 'database' | 'bulkhead' | 'isolation' | 'quotas' | 'tracing' | 'clock'>;

/** Discovers the entities of a client, within the limits of a poll. `level` says where the next poll runs. */
export async function fetchEntities(
  { database, bulkhead, isolation, quotas, tracing, clock }: Needs,
  session: Session,
): Promise<{ discovery: Discovery; level: IsolationLevel }> {
  const { row, connector, contextUntil } = session;
  const { developer, isolation: level } = row;
  const origin = { developer, group: row.instance.id, health: healthOf(row) };
  const isDebugged = isDebuggedAt(row, clock.now());
  const options = { developer, maxEntities: quotas.client_things, level, isDebugged };
  const fetchUntil = async (signal: AbortSignal) => {
    const fetchOnce = () =>
      withConnections((connections) => {
        const contextWith = (effort?: SharedBudget) => contextUntil(signal, effort, connections);
        return discoverOrIsolate(isolation, connector, contextWith, options);
      });
    try {
      return await fetchOnce();
    } catch (error) {
      if (!(error instanceof Unauthorized) || !needsAuthorization(session)) throw error;
      // The access token may have been revoked early; retry with a new one.
      await expireAccessToken(database, row.id);
      return await fetchOnce().catch((second: unknown) => {
        throw second instanceof Unauthorized ? afterRefresh(second) : second;
      });
    }
  };
  return bulkhead.run(origin, (signal) =>
    tracing
      ? tracing.span(`fetch ${connector.typeId}`, {}, () => fetchUntil(signal))
      : fetchUntil(signal),
  );
}
