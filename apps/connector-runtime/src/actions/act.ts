import {
  Misconfigured,
  Unauthorized,
  Unavailable,
  type Connector,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import { Problem } from '@trellis/contracts';
import { connectorOf } from '../descriptions/describe.js';
import { withinTime } from '../within-time.js';
import type { Runtime } from '../runtime.js';
import { openChecked } from '../secrets/configuration.js';

interface OnThing {
  developer: string;
  client: string;
  thing: string;
}

/** Longest time that the remote technology may take (ms). */
const actionTimeout = 8_000;

/** Writes a property of a connector's thing, and has the client polled to see the new value. */
export async function writeProperty(
  runtime: Runtime,
  { property, value, ...thing }: OnThing & { property: string; value: unknown },
): Promise<Record<string, never>> {
  await act(runtime, thing, async ({ write }, context, entity) => {
    if (!write) throw notSupported();
    await write(context, { entity, property, value });
  });
  await runtime.polls.hurry(thing.client);
  return {};
}

/** Invokes an action of a connector's thing once; it is never repeated by itself. */
export async function invokeAction(
  runtime: Runtime,
  { action, input, ...thing }: OnThing & { action: string; input?: unknown },
): Promise<{ output: unknown }> {
  const output = await act(runtime, thing, async ({ invoke }, context, entity) => {
    if (!invoke) throw notSupported();
    return invoke(context, { entity, action, input });
  });
  await runtime.polls.hurry(thing.client);
  return { output };
}

type Act<T> = (
  connector: Connector,
  context: ConnectorContext<Record<string, unknown>, Record<string, unknown>>,
  entity: string,
) => Promise<T>;

async function act<T>(runtime: Runtime, onThing: OnThing, doIt: Act<T>): Promise<T> {
  const { database, connectors, sealing, resolve, stopping } = runtime;
  const mapping = await database.mapping.findFirst({
    where: {
      thing: onThing.thing,
      client: { id: onThing.client, developer: onThing.developer },
    },
    include: { client: { include: { instance: true } } },
  });
  if (!mapping) throw new Problem('not_found', 'There is no such thing.');
  const { client } = mapping;
  const connector = connectorOf(connectors, client.connectorType);
  const context = {
    instance: openChecked(sealing, connector.instance.schema, client.instance.configuration),
    client: openChecked(sealing, connector.client.schema, client.configuration),
    clientId: client.id,
    resolve,
  };
  try {
    return await withinTime({ timeout: actionTimeout, stopping }, (signal) =>
      doIt(connector, { ...context, signal }, mapping.entity),
    );
  } catch (error) {
    throw problemOf(error);
  }
}

const notSupported = () =>
  new Problem('not_supported', 'The connector of this thing can only read.');

/** What a connector's failure means for the one who waits. */
function problemOf(error: unknown): unknown {
  if (error instanceof Unavailable) return new Problem('unavailable', error.message);
  if (error instanceof Unauthorized) return new Problem('remote_unauthorized', error.message);
  if (error instanceof Misconfigured) return new Problem('remote_misconfigured', error.message);
  return error;
}
