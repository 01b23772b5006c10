import {
  defineConnector,
  Rejected,
  Unauthorized,
  Unavailable,
  type Entity,
} from '@trellis/connector-sdk';
import pMap from 'p-map';
import { invokeAction, writeProperty } from './act.js';
import { client, instance } from './configuration.js';
import { discover, findThing } from './discover.js';
import { openRemote, type Remote } from './remote.js';
import type { DescribedThing } from './thing.js';
import { readValues, type Reading } from './values.js';

/** The values of so many things are read at once. */
const atOnce = 12;

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
      security: { scheme: 'bearer', token: 'a-token' },
      interval_ms: 10_000,
    },
  },
  interval: ({ interval_ms }) => interval_ms,

  async poll(context) {
    const remote = openRemote(context);
    const { things, complete } = await discover(remote);
    const readings = await pMap(
      things,
      async (thing) => ({ thing, reading: await readValues(remote, thing) }),
      { concurrency: atOnce },
    );
    refuseIfAllRefuse(readings.map(({ reading }) => reading));
    const entities = readings.flatMap(({ thing, reading }) => entityOf(thing, reading) ?? []);
    if (things.length > 0 && entities.length === 0) {
      throw new Unavailable('The things are too slow to be read.');
    }
    return { entities, complete: complete && entities.length === things.length };
  },

  async write(context, { entity, property, value }) {
    const remote = openRemote(context);
    const forms = (await find(remote, entity)).properties.get(property)?.write ?? [];
    if (forms.length === 0) throw new Rejected('The thing has no such property to write.');
    await writeProperty(remote, forms, value);
  },

  async invoke(context, { entity, action, input }) {
    const remote = openRemote(context);
    const forms = (await find(remote, entity)).actions.get(action)?.invoke;
    if (!forms) throw new Rejected('The thing has no such action.');
    return invokeAction(remote, forms, input);
  },
});

/** One thing among others may want other credentials; when all do, those that there are must be wrong. */
function refuseIfAllRefuse(readings: Reading[]): void {
  const isReached = readings.some((reading) => typeof reading === 'object');
  if (!isReached && readings.includes('refused')) {
    throw new Unauthorized('The credentials are refused.');
  }
}

/** What the runtime keeps of a thing; undefined when it was not seen, and stays as it is. */
function entityOf(thing: DescribedThing, reading: Reading): Entity | undefined {
  if (reading === 'unseen') return undefined;
  const { id, title, description, properties, actions } = thing;
  return {
    id,
    title,
    ...(description !== undefined && { description }),
    properties: affordancesOf(properties),
    actions: affordancesOf(actions),
    values: typeof reading === 'object' ? reading.values : {},
    available: typeof reading === 'object',
  };
}

const affordancesOf = <T>(named: Map<string, { affordance: T }>): Record<string, T> =>
  Object.fromEntries([...named].map(([name, { affordance }]) => [name, affordance]));

/** Whatever fails while a thing is looked for, nothing has been asked of the thing yet. */
async function find(remote: Remote, entity: string): Promise<DescribedThing> {
  try {
    const thing = await findThing(remote, entity);
    if (thing) return thing;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    throw new Unavailable(error.message, { retryAfterMs: error.retryAfterMs, sent: false });
  }
  throw new Unavailable('The thing does not describe itself any more.', { sent: false });
}
