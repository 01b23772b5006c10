import type { Account } from '@trellis/testing';
import type { HostileRemotes } from './remotes.js';

/** Sends a request as the attacking developer. */
export type Send = Account['request'];

/** An attempt of one developer to slow down all others. */
export interface Attack {
  name: string;
  /** Creates what the attack needs. Returns the request to repeat, if there is one. */
  prepare(send: Send, remotes: HostileRemotes): Promise<(() => ReturnType<Send>) | undefined>;
  /** Number of concurrent requests. */
  inFlight: number;
}

const mebibyte = 1024 * 1024;

/** Requests that are costly to parse, to execute or to answer. */
const requests: Attack[] = [
  {
    name: 'bodies of 64 KiB with an integer that a double rounds, and a text of quotes',
    prepare: async (send) => {
      const body = `[1234567890123456,"${'\\"'.repeat(32_000)}`;
      return () => send('POST', '/units', { body });
    },
    inFlight: 8,
  },
  {
    name: 'bodies of 0.5 MB with 250,000 errors',
    prepare: async (send) => {
      const body = `{"items":[${'1,'.repeat(250_000)}1]}`;
      return () => send('POST', '/units/batch', { body });
    },
    inFlight: 8,
  },
  {
    name: '100 bodies of 1 MiB at once',
    prepare: async (send) => {
      const value = 'x'.repeat(mebibyte - 1_000);
      const body = JSON.stringify({
        name: 'Large',
        type: 'room',
        properties: [{ name: 'p', value }],
      });
      return () => send('POST', '/units', { body });
    },
    inFlight: 100,
  },
  {
    name: 'values of 4 KB for a schema with 100 alternatives',
    async prepare(send) {
      const schema = { type: 'array', items: { type: 'boolean', enum: [true] } };
      const affordance = { oneOf: Array.from({ length: 100 }, () => schema) };
      const thing = { title: 'Schema', properties: { p: { ...affordance, value: null } } };
      const { body } = await send('POST', '/things', { body: thing });
      const path = `/things/${String(body.id).replace('urn:uuid:', '')}/properties/p`;
      return () => send('PUT', path, { body: new Array(2_000).fill(1) });
    },
    inFlight: 8,
  },
  {
    name: 'a unit with 120 properties of 1 MiB',
    async prepare(send) {
      const { body } = await send('POST', '/units', { body: { name: 'Large', type: 'room' } });
      const value = 'x'.repeat(mebibyte - 1_000);
      for (let n = 0; n < 120; n += 1) {
        const property = { name: `p${n}`, value };
        await send('POST', `/units/${body.id}/properties`, { body: property });
      }
      return () => send('GET', `/units/${body.id}`);
    },
    inFlight: 8,
  },
  {
    name: 'JSON-LD of 82 KB',
    prepare: async (send) => {
      const terms = Array.from({ length: 900 }, (_, n) => [`term${n}`, `urn:example:term:${n}`]);
      const members = terms.map(([term]) => [term, { '@id': 'urn:a', [term!]: 'x'.repeat(20) }]);
      const value = { '@context': Object.fromEntries(terms), ...Object.fromEntries(members) };
      const body = { name: 'JSON-LD', type: 'room', properties: [{ name: 'ld', value }] };
      return () => send('POST', '/units', { body });
    },
    inFlight: 8,
  },
  {
    name: 'pages below a unit with 10,000 descendants',
    async prepare(send) {
      const root = await unitWithChildren(send, 10_000);
      return () => send('GET', `/units/${root}/descendants?limit=1000`);
    },
    inFlight: 16,
  },
];

/** Clients that are costly to poll. */
const clients: Attack[] = [
  {
    name: '400 clients whose remote technologies accept connections and never answer',
    prepare: (send, { hangingUrl }) =>
      createClients(send, 'wot', {
        name: 'hanging',
        count: 400,
        configurationOf: (n) => ({ url: `${hangingUrl}/${n}`, interval_ms: 10_000 }),
      }),
    inFlight: 0,
  },
  {
    name: '60 host names whose name servers never answer',
    prepare: (send) =>
      createClients(send, 'wot', {
        name: 'silent',
        count: 60,
        configurationOf: (n) => ({ url: `http://host-${n}.example/`, interval_ms: 5_000 }),
      }),
    inFlight: 0,
  },
  {
    name: 'five descriptions that name 5,000 addresses',
    prepare: (send, { verboseUrl }) =>
      createClients(send, 'wot', {
        name: 'verbose',
        count: 5,
        configurationOf: (n) => ({ url: `${verboseUrl}/${n}`, interval_ms: 5_000 }),
      }),
    inFlight: 0,
  },
  {
    name: 'templates that multiply',
    async prepare(send, { brokerUrl }) {
      if (brokerUrl === undefined) return undefined;
      return createClients(send, 'mqtt-discovery', {
        name: 'templates',
        count: 5,
        instance: { broker_url: brokerUrl },
        configurationOf: (n) => ({ username: `user-${n}`, password: 'secret', interval_ms: 5_000 }),
      });
    },
    inFlight: 0,
  },
];

export const attacks: Attack[] = [...requests, ...clients];

interface Clients {
  /** Prefix of their subjects: each subject has one client of a connector. */
  name: string;
  count: number;
  instance?: object;
  configurationOf: (n: number) => object;
}

/** Creates clients of a connector. */
async function createClients(
  send: Send,
  connector_type_id: string,
  { name, count, instance = {}, configurationOf }: Clients,
): Promise<undefined> {
  const { status } = await send('POST', '/connectors/instances', {
    body: { connector_type_id, configuration: instance },
  });
  if (status !== 201 && status !== 409) throw new Error(`${name}: the instance got ${status}.`);
  for (let n = 0; n < count; n += 1) {
    const body = { connector_type_id, configuration: configurationOf(n) };
    const created = await send('POST', '/connectors/clients', { subject: `${name}-${n}`, body });
    if (created.status !== 201) throw new Error(`${name}: a client got ${created.status}.`);
  }
}

/** Creates a unit with a number of children, a thousand at a time. */
async function unitWithChildren(send: Send, count: number): Promise<string> {
  const { body } = await send('POST', '/units', { body: { name: 'Root', type: 'city' } });
  const root = body.id as string;
  for (let made = 0; made < count; made += 1_000) {
    const units = Array.from({ length: 1_000 }, (_, n) => ({
      name: `${made + n}`,
      type: 'street',
    }));
    const created = await send('POST', '/units/batch', { body: { items: units } });
    const children = created.body.results as { id: string }[];
    const links = children.map(({ id }) => ({ unit: id, parent: root }));
    await send('POST', '/units/links/batch', { body: { items: links } });
  }
  return root;
}
