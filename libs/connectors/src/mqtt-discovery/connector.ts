import { setImmediate as breathe } from 'node:timers/promises';
import {
  defineConnector,
  Rejected,
  Unavailable,
  type ConnectorContext,
} from '@trellis/connector-sdk';
import type { z } from 'zod';
import { publish, readTopics } from './broker.js';
import type { Publication } from './command.js';
import { brokerAddress, client, instance } from './configuration.js';
import { withConnection, type Connection } from './connection.js';
import { groupByDevice } from './devices.js';
import { discoveryTopics, readComponents } from './discovery.js';
import { entityOf, modelOf, type Model } from './entity.js';

type Context = ConnectorContext<z.output<typeof instance>, z.output<typeof client>>;

/** Whatever announces itself to Home Assistant: Zigbee2MQTT, Tasmota, ESPHome and many others. */
export const mqttDiscovery = defineConnector({
  id: 2,
  typeId: 'mqtt-discovery',
  name: 'MQTT Discovery',
  description:
    'Devices on an MQTT broker that announce themselves with the discovery messages of Home ' +
    'Assistant, such as those of Zigbee2MQTT, Tasmota and ESPHome.',
  logo: '',
  instance: { schema: instance, sample: { broker_url: 'mqtts://broker.example:8883' } },
  client: {
    schema: client,
    sample: {
      broker_url: 'mqtt://broker.example',
      username: 'trellis',
      password: 'a password',
      discovery_prefix: 'homeassistant',
      interval_ms: 10_000,
    },
  },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    return connected(context, async (connection) => {
      const { models, complete } = await discover(connection, context);
      const topics = new Set(models.flatMap((model) => [...model.topics]));
      const state = await readTopics(connection, {
        filters: [...topics],
        required: false,
        wants: (topic) => topics.has(topic),
        expected: topics.size,
      });
      const entities = await inSteps(
        models,
        (model) => entityOf(model, state.payloads),
        context.signal,
      );
      return { entities, complete: complete && state.complete };
    });
  },

  async write(context, { entity, property, value }) {
    await command(context, entity, (model) => {
      const write = model.properties.get(property)?.write;
      if (!write) throw new Rejected(`The device has no property ${property} to write.`);
      return write(value);
    });
  },

  async invoke(context, { entity, action }) {
    await command(context, entity, (model) => {
      const ability = model.actions.get(action);
      if (!ability) throw new Rejected(`The device has no action ${action}.`);
      return ability.invoke();
    });
  },
});

async function connected<T>(
  context: Context,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  await context.acquire();
  const broker = brokerAddress(context.instance, context.client);
  return withConnection({ broker, resolve: context.resolve, signal: context.signal }, use);
}

/** The devices that announce themselves, without their state. */
async function discover(connection: Connection, { client, signal }: Context) {
  const prefix = client.discovery_prefix;
  const { payloads, complete } = await readTopics(connection, {
    filters: discoveryTopics(prefix),
    required: true,
    wants: (topic) => topic.startsWith(`${prefix}/`),
  });
  const found = readComponents(prefix, payloads);
  const models = await inSteps(groupByDevice(found.components), modelOf, signal);
  return {
    models: models.filter((model): model is Model => model !== undefined),
    complete: complete && found.complete,
  };
}

/** Sends what a device is to be told; how to tell it is read from its discovery messages anew. */
async function command(
  context: Context,
  entity: string,
  publicationsFor: (model: Model) => Publication[],
): Promise<void> {
  await connected(context, async (connection) => {
    const { models } = await discover(connection, context);
    const model = models.find(({ id }) => id === entity);
    if (!model) throw new Unavailable('The device does not announce itself any more.');
    for (const publication of publicationsFor(model)) await publish(connection, publication);
  });
}

/** How long to work at a stretch (ms): other clients are polled by the same process. */
const stretch = 20;

/** Maps a list that may be long, and lets others have their turn in between. */
async function inSteps<T, U>(items: T[], map: (item: T) => U, signal: AbortSignal): Promise<U[]> {
  const mapped: U[] = [];
  let began = performance.now();
  for (const item of items) {
    mapped.push(map(item));
    if (performance.now() - began < stretch) continue;
    await breathe();
    if (signal.aborted) throw new Unavailable('The devices are too many to be read in time.');
    began = performance.now();
  }
  return mapped;
}
