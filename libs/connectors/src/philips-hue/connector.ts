import { defineConnector, Rejected, Unavailable } from '@trellis/connector-sdk';
import { readResources, update, type Context } from './bridge.js';
import { client, instance } from './configuration.js';
import { modelsOf, placesOf, type Model } from './devices.js';

/** Lamps, sensors and switches behind a Philips Hue bridge, by its API in the local network. */
export const philipsHue = defineConnector({
  id: 4,
  typeId: 'philips-hue',
  name: 'Philips Hue',
  description: 'Lamps, rooms, sensors and switches behind a Philips Hue bridge.',
  logo: '',
  instance: { schema: instance, sample: { application_name: 'trellis' } },
  client: {
    schema: client,
    sample: { host: 'hue-bridge.local', application_key: 'a-key', interval_ms: 5_000 },
  },
  // About what a bridge takes for its lamps (API guide, "Limitations").
  limits: { client: { requests: 10, per: 1_000 } },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    const resources = await readResources(context);
    const models = modelsOf(resources);
    return {
      entities: models.map(({ entity }) => entity),
      places: placesOf(resources, models),
    };
  },

  async write(context, { entity, property, value }) {
    const write = (await find(context, entity)).writes.get(property);
    if (!write) throw new Rejected('The device has no such property to write.');
    await update(context, write(value));
  },

  async invoke(context, { entity, action, input }) {
    const wanted = (await find(context, entity)).actions.get(action)?.(input);
    if (!wanted) throw new Rejected('The device has no such action, or not with this input.');
    await update(context, wanted);
  },
});

async function find(context: Context, entity: string): Promise<Model> {
  const model = modelsOf(await readResources(context)).find((one) => one.entity.id === entity);
  if (!model) throw new Unavailable('The bridge does not know the device any more.');
  return model;
}
