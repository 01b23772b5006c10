import { defineConnector, Rejected, Unavailable } from '@trellis/connector-sdk';
import { client, instance } from './configuration.js';
import { withConnection, type Connection, type Context } from './connection.js';
import { readHouse } from './house.js';
import { modelsOf, placesOf, type Model, type Targeted } from './things.js';

/** Everything that a Home Assistant knows, by its WebSocket API. */
export const homeAssistant = defineConnector({
  id: 6,
  typeId: 'home-assistant',
  name: 'Home Assistant',
  description: 'The devices of a Home Assistant, whatever they are connected by.',
  logo: '',
  instance: { schema: instance, sample: {} },
  client: {
    schema: client,
    sample: {
      url: 'http://homeassistant.local:8123',
      token: 'a long-lived access token',
      exclude: ['person'],
      interval_ms: 10_000,
    },
  },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    return withConnection(context, async (connection) => {
      const house = await answered(readHouse(connection));
      const models = modelsOf(house, context.client.exclude);
      return {
        entities: models.map(({ entity }) => entity),
        places: placesOf(house, models),
      };
    });
  },

  async write(context, { entity, property, value }) {
    await act(context, entity, ({ writes }) => writes.get(property)?.(value));
  },

  async invoke(context, { entity, action, input }) {
    await act(context, entity, ({ actions }) => actions.get(action)?.(input));
  },
});

/** A request that must be answered: there is no wrong value in it. */
const answered = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (error instanceof Rejected)
      throw new Unavailable('Home Assistant does not tell its devices.');
    throw error;
  });

async function act(
  context: Context,
  entity: string,
  callOf: (model: Model) => Targeted | undefined,
): Promise<void> {
  await withConnection(context, async (connection) => {
    const house = await answered(readHouse(connection));
    const model = modelsOf(house, context.client.exclude).find((one) => one.entity.id === entity);
    if (!model) throw new Unavailable('Home Assistant does not know the device any more.');
    const call = callOf(model);
    if (!call) throw new Rejected('The device cannot do that.');
    await callService(connection, call);
  });
}

async function callService({ command }: Connection, call: Targeted): Promise<void> {
  const { domain, service, data = {}, entityId } = call;
  await command('call_service', {
    domain,
    service,
    service_data: data,
    target: { entity_id: entityId },
  });
}
