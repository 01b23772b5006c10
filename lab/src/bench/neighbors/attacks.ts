import type { Account } from '@trellis/testing';
import { range } from '../../numbers.js';
import { polls, type Attack } from './attack.js';
import { connectorAttacks } from './connector-attacks.js';
import { crowds } from './crowds.js';

const mebibyte = 1024 * 1024;

/** Requests that are costly to parse, to execute or to answer. */
const requests: Attack[] = [
  {
    name: 'bodies of 64 KiB with an integer that a double rounds, and a text of quotes',
    prepare: async ({ request }) => {
      const body = `[1234567890123456,"${'\\"'.repeat(32_000)}`;
      return () => request('POST', '/units', { body });
    },
    inFlight: 8,
  },
  {
    name: 'bodies of 0.5 MB with 250,000 errors',
    prepare: async ({ request }) => {
      const body = `{"items":[${'1,'.repeat(250_000)}1]}`;
      return () => request('POST', '/units/batch', { body });
    },
    inFlight: 8,
  },
  {
    name: '100 bodies of 1 MiB at once',
    prepare: async ({ request }) => {
      const value = 'x'.repeat(mebibyte - 1_000);
      const body = JSON.stringify({
        name: 'Large',
        type: 'room',
        properties: [{ name: 'p', value }],
      });
      return () => request('POST', '/units', { body });
    },
    inFlight: 100,
  },
  {
    name: 'values of 4 KB for a schema with 100 alternatives',
    async prepare({ request }) {
      const schema = { type: 'array', items: { type: 'boolean', enum: [true] } };
      const affordance = { oneOf: range(100).map(() => schema) };
      const thing = { title: 'Schema', properties: { p: { ...affordance, value: null } } };
      const { body } = await request('POST', '/things', { body: thing });
      const path = `/things/${String(body.id).replace('urn:uuid:', '')}/properties/p`;
      return () => request('PUT', path, { body: new Array(2_000).fill(1) });
    },
    inFlight: 8,
  },
  {
    name: 'a unit with 120 properties of 1 MiB',
    async prepare({ request }) {
      const { body } = await request('POST', '/units', { body: { name: 'Large', type: 'room' } });
      const value = 'x'.repeat(mebibyte - 1_000);
      for (const n of range(120)) {
        const property = { name: `p${n}`, value };
        await request('POST', `/units/${body.id}/properties`, { body: property });
      }
      return () => request('GET', `/units/${body.id}`);
    },
    inFlight: 8,
  },
  {
    name: 'JSON-LD of 82 KB',
    prepare: async ({ request }) => {
      const terms = range(900).map((n) => [`term${n}`, `urn:example:term:${n}`]);
      const members = terms.map(([term]) => [term, { '@id': 'urn:a', [term!]: 'x'.repeat(20) }]);
      const value = { '@context': Object.fromEntries(terms), ...Object.fromEntries(members) };
      const body = { name: 'JSON-LD', type: 'room', properties: [{ name: 'ld', value }] };
      return () => request('POST', '/units', { body });
    },
    inFlight: 8,
  },
  {
    name: 'models of 189,000 statements',
    prepare: async ({ request }) => {
      const headers = { 'content-type': 'text/turtle' };
      const body = modelOf(63_000);
      return () => request('POST', '/units/models', { headers, body });
    },
    inFlight: 4,
  },
  {
    name: 'pages below a unit with 10,000 descendants',
    async prepare({ request }) {
      const root = await unitWithChildren(request, 10_000);
      return () => request('GET', `/units/${root}/descendants?limit=1000`);
    },
    inFlight: 16,
  },
];

const clients: Attack[] = [
  polls(
    '400 clients whose remote technologies accept connections and never answer',
    ({ hangingUrl }) => ({
      connector: 'wot',
      count: 400,
      configurationOf: (n) => ({ url: `${hangingUrl}/${n}`, interval_ms: 10_000 }),
    }),
  ),
  polls('60 host names whose name servers never answer', () => ({
    connector: 'wot',
    count: 60,
    configurationOf: (n) => ({ url: `http://host-${n}.example/`, interval_ms: 5_000 }),
  })),
  polls('five descriptions that name 5,000 addresses', ({ verboseUrl }) => ({
    connector: 'wot',
    count: 5,
    configurationOf: (n) => ({ url: `${verboseUrl}/${n}`, interval_ms: 5_000 }),
  })),
  polls('templates that multiply', ({ brokerUrl }) =>
    brokerUrl === undefined
      ? undefined
      : {
          connector: 'mqtt-discovery',
          count: 5,
          instance: { broker_url: brokerUrl },
          configurationOf: (n) => ({
            username: `user-${n}`,
            password: 'secret',
            interval_ms: 5_000,
          }),
        },
  ),
];

export const attacks: Attack[] = [...requests, ...crowds, ...clients, ...connectorAttacks];

/** Returns a model in Turtle of rooms, each within another one. */
const modelOf = (rooms: number): string =>
  [
    '@prefix brick: <https://brickschema.org/schema/Brick#> . @prefix : <urn:room:> .',
    ...range(rooms).map((n) => {
      const above = n === 0 ? ':house' : `:${Math.floor(n / 5)}`;
      return `:${n} a brick:Room ; brick:isPartOf ${above} ; :note "${n}" .`;
    }),
  ].join('\n');

/** Creates a unit with a number of children, a thousand at a time. */
async function unitWithChildren(request: Account['request'], count: number): Promise<string> {
  const { body } = await request('POST', '/units', { body: { name: 'Root', type: 'city' } });
  const root = body.id as string;
  for (let made = 0; made < count; made += 1_000) {
    const units = range(1_000).map((n) => ({
      name: `${made + n}`,
      type: 'street',
    }));
    const created = await request('POST', '/units/batch', { body: { items: units } });
    const children = created.body.results as { id: string }[];
    const links = children.map(({ id }) => ({ unit: id, parent: root }));
    await request('POST', '/units/links/batch', { body: { items: links } });
  }
  return root;
}
