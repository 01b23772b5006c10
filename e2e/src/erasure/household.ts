import { randomUUID } from 'node:crypto';
import {
  simulatorInstance,
  startHttpServer,
  waitFor,
  type Account,
  type ApiAnswer,
} from '@trellis/testing';
import { nameInConditions } from './conditions.js';

/** Texts that belong to one end user, and by which everything about it is found. */
export interface Marks {
  subject: string;
  /** A text in all names, values and configurations of the end user. */
  text: string;
}

export const newMarks = (): Marks => ({
  subject: `leaver-${randomUUID()}`,
  text: `private-${randomUUID()}`,
});

/** An app whose address takes every message, and a device whose every request fails after a few. */
export async function startOthers(text: string) {
  let isBroken = false;
  const { address, requests, close } = await startHttpServer(({ url }, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.startsWith('/app')) return answer(200, { taken: true });
    if (isBroken) return answer(500, { error: `${text} is out of order` });
    if (url.startsWith('/device/open')) return answer(200, {});
    return answer(200, device(address, text));
  });
  return {
    address,
    requests,
    breakDevice: () => void (isBroken = true),
    close,
  };
}

/** A lock with a property, as a Thing Description. */
const device = (address: string, text: string) => ({
  '@context': 'https://www.w3.org/2022/wot/td/v1.1',
  id: `urn:${text}`,
  title: `Lock of ${text}`,
  securityDefinitions: { nosec_sc: { scheme: 'nosec' } },
  security: ['nosec_sc'],
  actions: {
    open: { input: { type: 'string' }, forms: [{ href: `${address}/device/open` }] },
  },
});

/**
 * Gives an end user everything that one can have: clients of two connectors, things of them and of an app, history,
 * interactions, bulk commands, scenes, messages, subscriptions, alerts, operations with their requests, an agent, a connect
 * session and entries in the audit log; and shares units with another end user.
 */
export async function furnish(
  account: Account,
  { subject, text }: Marks,
  others: Awaited<ReturnType<typeof startOthers>>,
) {
  const other = { subject: `neighbor-${randomUUID()}` };
  const own = { subject };
  const attributes = { note: `attribute ${text}` };
  const ok = async (answer: Promise<ApiAnswer>) => {
    const got = await answer;
    if (got.status >= 400) throw new Error(`${got.status} ${JSON.stringify(got.body)}`);
    return got;
  };
  const post = (path: string, body: unknown, as: object = own, headers = {}) =>
    ok(account.request('POST', path, { body, ...as, headers }));
  const idOf = ({ headers }: ApiAnswer) => headers.get('location')!.split('/').at(-1)!;

  const events = ['thing_deleted', 'client_deleted'];
  await ok(account.request('PUT', '/callback', { body: { url: `${others.address}/app`, events } }));
  await post(
    '/alerts',
    {
      name: 'Fails',
      condition: { kind: 'client_error', minutes: 0 },
      group_seconds: 0,
      webhook: `${others.address}/app/alerts`,
    },
    {},
  );
  await post('/connectors/instances', simulatorInstance, {});
  await post('/connectors/instances', { connector_type_id: 'wot', configuration: {} }, {});
  const simulator = await post('/connectors/clients', {
    connector_type_id: 'simulator',
    configuration: { devices: 5, interval_ms: 1_000, changes_every_ms: 1_000 },
    attributes,
  });
  await ok(account.request('PATCH', `/subjects/${subject}`, { body: { attributes } }));
  const lock = await post('/connectors/clients', {
    connector_type_id: 'wot',
    configuration: { url: `${others.address}/device?of=${text}`, interval_ms: 1_000 },
  });
  const things = await waitFor(
    async () => {
      const { body } = await account.request('GET', '/things', own);
      return (
        (body as unknown[]).length >= 6 && (body as { href: string }[]).map(({ href }) => href)
      );
    },
    { within: 30_000, what: 'the things' },
  );
  const box = await post(
    '/things',
    {
      title: `Box of ${text}`,
      properties: { note: { type: 'string', value: `first ${text}` } },
      actions: { open: { input: { type: 'string' } } },
      attributes,
    },
    own,
    { 'idempotency-key': randomUUID() },
  );
  const boxPath = `/things/${idOf(box)}`;
  let writes = 0;
  const write = () =>
    ok(
      account.request('PUT', `${boxPath}/properties/note`, {
        body: JSON.stringify(`${(writes += 1)} ${text}`),
        ...own,
      }),
    );
  await write();
  await post(`${boxPath}/actions/open`, JSON.stringify(`code ${text}`), own, {
    prefer: 'respond-async',
  });

  const house = await post('/units', {
    name: `House of ${text}`,
    type: 'building',
    properties: [{ name: 'note', value: text }],
  });
  const shared = await post('/units', { name: 'Shared', type: 'building' }, other);
  const sharedPath = `/units/${shared.body.id}`;
  await post(`${sharedPath}/subjects`, { id: subject }, other);
  await post(`${sharedPath}/children`, { id: house.body.id }, {});
  await post(`${sharedPath}/things`, { id: idOf(box) }, {});
  const scene = await post(`/units/${house.body.id}/scenes`, { name: `Evening of ${text}` });
  const sharedScene = await post(`${sharedPath}/scenes`, { name: 'Evening' }, {});
  const lamp = await findLamp(account, own);
  await ok(account.request('PUT', `${lamp}/properties/on`, { body: true, ...own }));
  await post('/interactions/batch', {
    select: { things: [lamp.split('/').at(-1)] },
    property: 'on',
    value: false,
  });
  await post('/subscriptions', {
    match: { capability: 'temperature', value: { property: 'temperature', above: 1 } },
    url: `${others.address}/app/${text}`,
  });
  const otherBox = await post('/things', { title: 'Box', properties: {} }, other);
  const named = await nameInConditions(account, {
    subject,
    client: simulator.body.client_id,
    unit: house.body.id,
    thing: idOf(box),
    otherThing: idOf(otherBox),
    webhook: `${others.address}/app/named`,
  });
  await post('/agents', { name: `Home of ${text}` });
  const session = await post('/connect/sessions', { subject_name: text });
  await waitFor(
    async () => {
      await write();
      const { body } = await account.request('GET', `${boxPath}/properties/note/history`);
      return (body as { value?: string; until?: string }[]).some(
        ({ value, until }) => value !== undefined && until !== undefined,
      );
    },
    { every: 500, what: 'the history' },
  );
  others.breakDevice();
  const lockPath = `/connectors/clients/${lock.body.client_id}`;
  await waitFor(async () => (await account.request('GET', lockPath)).body.status === 'ERROR', {
    within: 30_000,
    what: 'the failing client',
  });
  await waitFor(() => others.requests.some(({ url }) => url === '/app/alerts'), {
    within: 30_000,
    what: 'the alert',
  });
  await account.request('POST', `${lockPath}/debug`, { body: { minutes: 5 } });
  return {
    other,
    named: { ...named, otherThing: idOf(otherBox) },
    paths: {
      simulator: `/connectors/clients/${simulator.body.client_id}`,
      lock: lockPath,
      house: `/units/${house.body.id}`,
      shared: sharedPath,
      scene: `/scenes/${scene.body.id}`,
      sharedScene: `/scenes/${sharedScene.body.id}`,
      box: boxPath,
      lamp,
    },
    ids: [
      simulator.body.client_id,
      lock.body.client_id,
      idOf(box),
      house.body.id,
      ...things.map((href) => href.split('/').at(-1)!),
    ] as string[],
    session: session.body.href as string,
  };
}

async function findLamp(account: Account, own: { subject: string }): Promise<string> {
  const { body } = await account.request('GET', '/things', {
    ...own,
    headers: { accept: 'application/ld+json' },
  });
  const lamp = (body as { id: string; properties: object }[]).find(
    ({ properties }) => 'brightness' in properties,
  )!;
  return `/things/${lamp.id.split(':').at(-1)!}`;
}
