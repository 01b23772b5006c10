import { defineConnector, Rejected, Unavailable, type Entity } from '@trellis/connector-sdk';
import { invokeAction, writeProperty } from './act.js';
import { client, instance } from './configuration.js';
import { discover, inBatches } from './discover.js';
import type { Context } from './remote.js';
import type { DescribedThing } from './thing.js';
import { readValues } from './values.js';

/** Whatever publishes a W3C Thing Description over HTTP, or a directory of them. */
export const wot = defineConnector({
  id: 3,
  typeId: 'wot',
  name: 'Web of Things',
  description: 'Things that publish a W3C Thing Description over HTTP, and directories of them.',
  logo: '',
  instance: { schema: instance, sample: {} },
  client: {
    schema: client,
    sample: {
      url: 'https://gateway.example/.well-known/wot',
      security: { scheme: 'bearer', token: 'a token' },
      interval_ms: 10_000,
    },
  },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    const { things, complete } = await discover(context);
    const entities = await inBatches(things, (thing) => entityOf(context, thing));
    if (things.length === 1 && entities[0]!.available === false) {
      throw new Unavailable('The thing describes itself, but its values cannot be read.');
    }
    return { entities, complete };
  },

  async write(context, { entity, property, value }) {
    const form = (await find(context, entity)).properties.get(property)?.write;
    if (!form) throw new Rejected('The thing has no such property to write.');
    await writeProperty(context, form, value);
  },

  async invoke(context, { entity, action, input }) {
    const form = (await find(context, entity)).actions.get(action)?.invoke;
    if (!form) throw new Rejected('The thing has no such action.');
    return invokeAction(context, form, input);
  },
});

async function entityOf(context: Context, thing: DescribedThing): Promise<Entity> {
  const values = await readValues(context, thing);
  return {
    id: thing.id,
    title: thing.title,
    ...(thing.description !== undefined && { description: thing.description }),
    properties: Object.fromEntries(
      [...thing.properties].map(([name, { affordance }]) => [name, affordance]),
    ),
    actions: Object.fromEntries(
      [...thing.actions].map(([name, { affordance }]) => [name, affordance]),
    ),
    values: values ?? {},
    available: values !== undefined,
  };
}

/** How to reach a thing is read from its description anew: it may have moved since the last poll. */
async function find(context: Context, entity: string): Promise<DescribedThing> {
  const { things } = await discover(context);
  const thing = things.find(({ id }) => id === entity);
  if (!thing) throw new Unavailable('The thing does not describe itself any more.');
  return thing;
}
