import { defineConnector, Unavailable } from '@trellis/connector-sdk';
import { z } from 'zod';
import { entitiesOf, lamps } from './lamps.js';

/** What the developer gives once, for all end users. */
const instance = z.strictObject({
  application_key: z.string().min(1).describe('The key that the vendor has given you.'),
});

/** What each end user gives. */
const client = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .describe('Address of the hub.'),
  interval_ms: z.number().int().min(1000).default(10_000).describe('Time between two polls (ms).'),
});

/** Lamps behind a hub that speaks HTTP and JSON. */
export const connectorTemplate = defineConnector({
  id: 0,
  typeId: 'connector-template',
  name: 'Connector Template',
  description: 'Lamps behind a hub.',
  logo: '',
  instance: { schema: instance, sample: { application_key: 'your-key' } },
  client: { schema: client, sample: { url: 'http://hub.example', interval_ms: 10_000 } },
  interval: ({ interval_ms }) => interval_ms,

  async poll({ instance, client, http }) {
    const answer = await http({
      url: new URL('/lamps', client.url),
      headers: { 'application-key': instance.application_key },
    });
    const { data } = lamps.safeParse(answer.json());
    if (!data) throw new Unavailable('The hub answers with something unexpected.');
    return { entities: entitiesOf(data) };
  },

  async write({ instance, client, http }, { entity, property, value }) {
    await http({
      url: new URL(`/lamps/${encodeURIComponent(entity)}`, client.url),
      method: 'PUT',
      headers: { 'application-key': instance.application_key },
      json: { [property]: value },
    });
  },
});
