import { Unauthorized, Unavailable, type Poll } from '@trellis/connector-sdk';
import { longText, text, thingState } from '@trellis/contracts';
import { z } from 'zod';
import { needsAuthorization } from '../authorization/provider.js';
import { expireTokens } from '../authorization/tokens.js';
import { connectorOf } from '../descriptions/describe.js';
import { remoteOf, type ClientOfInstance } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { withinTime } from '../within-time.js';

/** Asks the connector what is there, for as long as a poll may take. */
export async function ask(runtime: Runtime, client: ClientOfInstance): Promise<Poll> {
  const connector = connectorOf(runtime.connectors, client.connectorType);
  const found = await runtime.lanes.run(
    { group: client.instance.id, standing: standingOf(client) },
    (crowded) =>
      withinTime(
        { timeout: runtime.pollTimeout, signals: [runtime.stopping, crowded] },
        async (signal) => {
          const { context } = remoteOf(runtime, client, signal);
          try {
            return await connector.poll(context);
          } catch (error) {
            if (!(error instanceof Unauthorized) || !needsAuthorization(connector)) throw error;
            // The access token may have been revoked before its time: a new one tells.
            await expireTokens(runtime, client.id);
            return connector.poll(context);
          }
        },
      ),
  );
  return checked(found);
}

/** Before its first poll has succeeded a client may be anything. */
const standingOf = ({ failures, status }: ClientOfInstance) =>
  failures > 0 ? 'bad' : status === 'STARTED' ? 'good' : 'unknown';

const entity = thingState.extend({ id: longText.min(1).max(512) });

const place = z.object({
  id: longText.min(1).max(512),
  name: text,
  type: text,
  parent: longText.max(512).optional(),
  entities: z.array(z.string()).max(10_000),
});

/** The most things that one client makes; more than any home or building has. */
const mostEntities = 10_000;

/** What a connector says is data from outside: an entity that is no thing fails the poll. */
function checked(found: Poll): Poll {
  if (found.entities.length > mostEntities) {
    throw new Unavailable(`There are more than ${mostEntities} entities.`);
  }
  for (const one of found.entities) refuseInvalid(entity, one, 'thing');
  for (const one of found.places ?? []) refuseInvalid(place, one, 'place');
  return found;
}

function refuseInvalid(schema: z.ZodType, given: unknown, what: string): void {
  const result = schema.safeParse(given);
  if (result.success) return;
  const { path, message } = result.error.issues[0]!;
  throw new Unavailable(`Its answer makes no ${what}: ${path.join('.')}: ${message}`);
}
