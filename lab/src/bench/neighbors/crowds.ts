import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { request, type Account } from '@trellis/testing';
import { createClients } from '../../clients.js';
import { range } from '../../numbers.js';
import { createThings } from '../requests/seed.js';
import type { Attack } from './attack.js';
import { createSimulators, thingsOf } from './simulators.js';

const create = async ({ request }: Account, path: string, body: object): Promise<string> =>
  String((await request('POST', path, { body })).body.id).replace('urn:uuid:', '');

/** A request that is one of several kinds in turn. */
function inTurn<Answer>(sends: ((count: number) => Answer)[]): () => Answer {
  let count = 0;
  return () => {
    count += 1;
    return sends[count % sends.length]!(count);
  };
}

const detailedThing = {
  title: 'Meter',
  properties: Object.fromEntries(
    range(30).map((n) => [
      `reading_${n}`,
      { type: 'number', readOnly: true, description: 'What a meter counts.'.repeat(5), value: n },
    ]),
  ),
};

/** Attacks by many ordinary requests at once. */
export const crowds: Attack[] = [
  {
    name: '40 readers of pages of 1,000 Thing Descriptions',
    async prepare(account) {
      await createThings(account, 1_000, detailedThing);
      const headers = { accept: 'application/ld+json' };
      return () => account.request('GET', '/things?limit=1000', { headers });
    },
    inFlight: 40,
  },
  {
    name: '20 exports of units and 20 of the audit log',
    async prepare(account) {
      for (let made = 0; made < 5_000; made += 1_000) {
        const items = range(1_000).map((n) => ({ name: `Room ${made + n}`, type: 'room' }));
        await account.request('POST', '/units/batch', { body: { items } });
      }
      return inTurn([
        () => account.request('GET', '/units/export'),
        () => account.request('GET', '/audit/export'),
      ]);
    },
    inFlight: 40,
  },
  {
    name: '60 requests that create subscriptions, apps and callbacks',
    async prepare({ request }, { hangingUrl: url }) {
      const match = { capability: 'switch' };
      const app = { name: 'App', scopes: ['svc.things.read'] };
      const callback = { url, events: ['client_status_changed'] };
      return inTurn([
        (n) => request('POST', '/subscriptions', { body: { match, url: `${url}/${n}` } }),
        () => request('POST', '/apps', { body: app }),
        () => request('PUT', '/callback', { body: callback }),
      ]);
    },
    inFlight: 60,
  },
  {
    name: '60 writes of a lamp',
    async prepare(account) {
      await createSimulators(account, { count: 1, devices: 2 });
      const [lamp] = await thingsOf(account, 'Lamp', 1);
      const path = `/things/${lamp}/properties/on`;
      return inTurn([(n) => account.request('PUT', path, { body: n % 2 === 0 })]);
    },
    inFlight: 60,
  },
  {
    name: '60 messages of vendors to addresses of no client',
    async prepare(_account, _remotes, address) {
      const body = 'x'.repeat(250 * 1024);
      return () => request({ address }, 'POST', `/connectors/hooks/${randomUUID()}`, { body });
    },
    inFlight: 60,
  },
  {
    name: '200 small reads',
    async prepare(account) {
      const unit = await create(account, '/units', { name: 'Room', type: 'room' });
      return () => account.request('GET', `/units/${unit}`);
    },
    inFlight: 200,
  },
  {
    name: '200 small writes',
    async prepare(account) {
      const units = await Promise.all(
        range(200).map((n) => create(account, '/units', { name: `Room ${n}`, type: 'room' })),
      );
      const change = (n: number) => ({ name: `Room ${n}` });
      return inTurn(
        units.map(
          (unit) => (n: number) => account.request('PATCH', `/units/${unit}`, { body: change(n) }),
        ),
      );
    },
    inFlight: 200,
  },
  {
    name: '80 changes of one unit',
    async prepare(account) {
      const unit = await create(account, '/units', { name: 'Room', type: 'room' });
      return inTurn([
        (n) => account.request('PATCH', `/units/${unit}`, { body: { name: `Room ${n}` } }),
      ]);
    },
    inFlight: 80,
  },
  {
    name: '80 writes of lamps that never answer',
    async prepare(account, { hangingLampUrl }) {
      await createClients(account, {
        connector: 'wot',
        count: 8,
        name: 'hanging',
        configurationOf: (n) => ({ url: `${hangingLampUrl}/${n}`, interval_ms: 60_000 }),
      });
      const lamps = await thingsOf(account, 'Hanging', 8);
      return inTurn(
        lamps.map(
          (lamp) => () => account.request('PUT', `/things/${lamp}/properties/on`, { body: true }),
        ),
      );
    },
    inFlight: 80,
  },
  {
    name: '1,000 event streams, half of them unread, and 8 writers of 4 KB',
    async prepare(account, _remotes, gateway) {
      const thing = {
        title: 'Note',
        properties: { text: { type: 'string', readOnly: true, value: '' } },
      };
      const [id] = await createThings(account, 1, thing);
      for (const n of range(1_000)) {
        get(`${gateway}/api/v1/events`, {
          headers: { authorization: `Bearer ${account.token}` },
          agent: false,
        })
          .on('response', (response) => (n % 2 === 0 ? response.resume() : response.pause()))
          .on('error', () => undefined);
        if (n % 50 === 0) await pause(50);
      }
      return inTurn([
        (n) =>
          account.request('PUT', `/things/${id}/properties/text`, {
            body: JSON.stringify(`${n}`.padEnd(4_000, 'x')),
          }),
      ]);
    },
    inFlight: 8,
  },
  {
    name: '900 long polls of changes, and 8 writers',
    async prepare(account) {
      const unit = await create(account, '/units', { name: 'Room', type: 'room' });
      const rename = (n: number) =>
        account.request('PATCH', `/units/${unit}`, { body: { name: `Room ${n}` } });
      const { body } = await account.request('GET', '/changes');
      let cursor = body.cursor as string;
      const poll = async () => {
        const answer = await account.request('GET', `/changes?wait=25&cursor=${cursor}`);
        cursor = answer.body?.cursor ?? cursor;
        return answer;
      };
      return inTurn([...range(112).map(() => poll), rename]);
    },
    inFlight: 908,
  },
  {
    name: 'batches of 1,000 actions',
    async prepare(account) {
      await createSimulators(account, { count: 10, devices: 100 });
      await thingsOf(account, 'Lamp', 150);
      const body = { select: { capability: 'switch' }, property: 'on', value: true };
      return () => account.request('POST', '/interactions/batch', { body });
    },
    inFlight: 10,
  },
];
