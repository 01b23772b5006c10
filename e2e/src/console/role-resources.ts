import { simulatorClient, simulatorInstance, waitFor } from '@trellis/testing';
import type { asDemo } from './page.js';

type Demo = ReturnType<typeof asDemo>;

/** Paths of screens in the console. */
export type RoleResources = Record<
  'lamp' | 'box' | 'unit' | 'client' | 'failing' | 'agent' | 'alert' | 'erasure',
  string
>;

/** Creates a resource of each kind in the demo account. */
export async function createResources(
  demo: Demo,
  { type, asConsole }: { type: object; asConsole: Demo },
): Promise<RoleResources> {
  await registerCallback(asConsole);
  const ids = await connect(demo);
  return { ...ids, ...(await prepare(demo, { ...ids, type })) };
}

/** Connects lamps of alice, and creates a unit that has another one. */
async function connect(demo: Demo) {
  await send(demo, 'POST', '/connectors/instances', { body: simulatorInstance });
  // Polls in between would change the screens.
  const options = { subject: 'alice', body: simulatorClient(2, 3_600_000) };
  const { client_id } = await send(demo, 'POST', '/connectors/clients', options);
  const created = ['House', 'Kitchen'].map(async (name) => {
    const { id } = await send(demo, 'POST', '/units', { body: { name, type: 'building' } });
    return id!;
  });
  const [house, kitchen] = await Promise.all(created);
  await send(demo, 'POST', `/units/${house}/children`, { body: { id: kitchen } });
  const lamp = await waitFor(async () => {
    const { body } = await demo('GET', '/things?capability=light');
    return (body as { href: string }[])[0]?.href.split('/').at(-1);
  });
  return {
    unit: `/units/${house}`,
    lamp: `/things/${lamp}`,
    client: `/clients/${client_id}`,
    failing: await connectFailing(demo),
  };
}

/** Connects a client whose address no connector may reach; returns its path once that has failed. */
async function connectFailing(demo: Demo): Promise<string> {
  const wot = { connector_type_id: 'wot', configuration: {} };
  await send(demo, 'POST', '/connectors/instances', { body: wot });
  const body = { ...wot, configuration: { url: 'http://169.254.169.254/' } };
  const { client_id: id } = await send(demo, 'POST', '/connectors/clients', {
    subject: 'dora',
    body,
  });
  await waitFor(async () => {
    const { body: client } = await demo('GET', `/connectors/clients/${id}`);
    return (client as { status: string }).status === 'ERROR';
  });
  return `/clients/${id}`;
}

/** Registers the callback and a subscription of the console, so that its screen shows what is sent to them. */
async function registerCallback(asConsole: Demo): Promise<void> {
  const url = 'http://127.0.0.1:9/app';
  await send(asConsole, 'PUT', '/callback', { body: { url, events: ['thing_created'] } });
  await send(asConsole, 'POST', '/subscriptions', { body: { match: {}, url } });
}

interface Prepared extends Record<'unit' | 'lamp' | 'client', string> {
  type: object;
}

const box = {
  title: 'Box',
  properties: {},
  actions: { shake: { title: 'Shake' }, open: { title: 'Open', input: { type: 'integer' } } },
};

/** Creates what else the screens show; returns the paths of screens. */
async function prepare(demo: Demo, { unit, lamp, client, type }: Prepared) {
  const named = { attributes: { customer_no: '4711' } };
  for (const path of ['/subjects/alice', lamp, `/connectors${client}`]) {
    await send(demo, 'PATCH', path, { body: named });
  }
  const post = (path: string, body: object, subject?: string) =>
    send(demo, 'POST', path, { body, ...(subject !== undefined && { subject }) });
  await post(`${unit}/things`, { id: lamp.split('/').at(-1) });
  await post(`${unit}/scenes`, { name: 'Evening' });
  await post(`${unit}/properties`, { name: 'area', value: 90 });
  for (const id of ['bob', 'carol']) await post(`${unit}/subjects`, { id });
  await post('/connect/sessions', {}, 'alice');
  await post('/connectors/types', type);
  const version = { ...type, type_id: undefined, name: 'Solar Edge 2' };
  await send(demo, 'PUT', '/connectors/types/x-solar', { body: version });
  const condition = { kind: 'client_error', minutes: 5 };
  const webhook = 'http://127.0.0.1:9/alerts';
  const { id: rule } = await post('/alerts', {
    name: 'Customers are offline',
    condition,
    webhook,
  });
  const { id: agent } = await post('/agents', { name: 'Home' }, 'alice');
  const { id: thing } = await post('/things', box, 'alice');
  const { id: erasure } = await send(demo, 'DELETE', '/subjects/carol');
  return {
    agent: `/agents/${bareId(agent)}`,
    alert: `/alerts/${bareId(rule)}`,
    box: `/things/${bareId(thing)}`,
    erasure: `/erasures/${erasure}`,
  };
}

/** `urn:uuid:<id>` as `<id>`. */
const bareId = (id = '') => id.split(':').at(-1)!;

async function send(
  demo: Demo,
  ...[method, path, options]: Parameters<Demo>
): Promise<Record<string, string>> {
  const { status, body } = await demo(method, path, options);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}
