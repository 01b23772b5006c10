import { discover, Misconfigured, Unauthorized, type Discovery } from '@trellis/connector-sdk';
import { healthOf } from '../limits/bulkhead.js';
import { expireAccessToken } from '../oauth/access-token.js';
import { needsAuthorization } from '../oauth/needs-authorization.js';
import type { Session } from '../session.js';
import type { Runtime } from '../runtime.js';

type Needs = Pick<Runtime, 'database' | 'bulkhead' | 'quotas' | 'tracing'>;

/** Discovers the entities of a client, within the limits of a poll. */
export async function fetchEntities(
  { database, bulkhead, quotas, tracing }: Needs,
  session: Session,
): Promise<Discovery> {
  const { row, connector, contextUntil } = session;
  const origin = { developer: row.developer, group: row.instance.id, health: healthOf(row) };
  const fetchUntil = async (signal: AbortSignal) => {
    const context = contextUntil(signal);
    try {
      return await discover(connector, context);
    } catch (error) {
      if (!(error instanceof Unauthorized) || !needsAuthorization(session)) throw error;
      // The access token may have been revoked early; retry with a new one.
      await expireAccessToken(database, row.id);
      return discover(connector, context);
    }
  };
  const discovery = await bulkhead.run(origin, (signal) =>
    tracing
      ? tracing.span(`fetch ${connector.typeId}`, {}, () => fetchUntil(signal))
      : fetchUntil(signal),
  );
  const { client_things: maxEntities } = quotas;
  if (discovery.entities.length > maxEntities) {
    throw new Misconfigured(
      `The client finds more than ${maxEntities} devices, the maximum. Configure it to find fewer.`,
    );
  }
  return discovery;
}
