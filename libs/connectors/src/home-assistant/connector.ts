import { defineConnector, Rejected, Unauthorized, Unavailable } from '@trellis/connector-sdk';
import { client, instance } from './configuration.js';
import { withConnection, type Context } from './connection.js';
import { readHouse, readHousehold } from './house.js';
import { placesOf } from './places.js';
import { Refused } from './refusal.js';
import { shownOf } from './shown.js';
import { modelsOf, type Control, type Model } from './things.js';

/** So many things a client has at most. */
const mostThings = 10_000;

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
      const all = modelsOf(shownOf(house, context.client));
      const models = all.slice(0, mostThings);
      return {
        entities: models.map(({ entity }) => entity),
        places: placesOf(house, models),
        complete: house.isComplete && all.length === models.length,
      };
    });
  },

  async write(context, { entity, property, value }) {
    await act(context, { entity, input: value }, ({ writes }) => writes.get(property));
  },

  async invoke(context, { entity, action, input }) {
    await act(context, { entity, input }, ({ actions }) => actions.get(action));
  },
});

/** Questions have no wrong values in them: who may not ask has the wrong access token. */
const answered = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    if (error.code === 'unauthorized') {
      throw new Unauthorized('The user of the access token may not see the devices.');
    }
    throw new Unavailable('Home Assistant does not tell its devices.');
  });

/** Which entity a property or an action is of is read anew: users may have changed it. */
async function act(
  context: Context,
  { entity, input }: { entity: string; input: unknown },
  controlOf: (model: Model) => Control | undefined,
): Promise<void> {
  await withConnection(context, async (connection) => {
    const household = await answered(readHousehold(connection));
    const models = modelsOf(shownOf(household, context.client));
    const model = models.find((one) => one.entity.id === entity);
    const gone = (why: string) => new Unavailable(why, { sent: false });
    if (!model) throw gone('Home Assistant does not know the device any more.');
    const control = controlOf(model);
    if (!control) throw new Rejected('The device cannot do that.');
    if (!control.isAvailable) throw gone('Home Assistant cannot reach the device.');
    const { domain, service, data = {}, entityId } = control.call(input);
    await connection.command('call_service', {
      domain,
      service,
      service_data: data,
      target: { entity_id: entityId },
    });
  });
}
