import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  eventually,
  newAccount,
  startHttpServer,
  waitFor,
  type Account,
  type HttpServer,
} from '@trellis/testing';
import pg from 'pg';
import { oneStack } from './one-stack.js';
import { inviteAsOperator, newPerson } from './people/person.js';
import { simulate } from './simulation.js';

const stack = oneStack({ environment: { USAGE_INTERVAL_MS: '500' } });

interface Row {
  subject?: string;
  environment?: string;
  polls: number;
  events: number;
  bytes: number;
}

/** The server of an app. */
let app: HttpServer;
beforeAll(async () => {
  app = await startHttpServer((_request, response) => response.writeHead(204).end());
});
afterAll(() => app.close());

const today = () => new Date().toISOString().slice(0, 10);

async function queryStack<T extends pg.QueryResultRow>(text: string, values: unknown[]) {
  const file = readFileSync(join(stack().dataDirectory, 'services.env'), 'utf8');
  const { DATABASE_URL } = parseEnv(file) as NodeJS.Dict<string>;
  const client = new pg.Client(DATABASE_URL!);
  await client.connect();
  return client.query<T>(text, values).finally(() => client.end());
}

const usageOf = async ({ request }: Account, query: string, subject?: string): Promise<Row[]> =>
  (await request('GET', `/usage${query}`, { subject })).body;

test('an environment that wants fewer days is shown and stores fewer, and another as many as before', async () => {
  const accounts = [newAccount(stack()), newAccount(stack())] as const;
  const things = [];
  for (const { developer, request } of accounts) {
    const { body } = await request('POST', '/things', {
      body: { title: 'Meter', properties: { level: { type: 'number', value: 9 } } },
    });
    const id = String(body.id).replace('urn:uuid:', '');
    // Values that the thing had two and four days ago.
    await queryStack(
      `INSERT INTO units.thing_history (thing_key, second, since, number, ms, name)
      SELECT key, date_trunc('second', now()) - age, now() - age - interval '1 hour', 1, 0, 'level'
      FROM units.things, unnest(ARRAY[interval '2 days', interval '4 days']) AS age
      WHERE developer = $1`,
      [developer],
    );
    things.push(id);
  }
  const [own, neighbor] = accounts;
  const read = async ({ request }: Account, id: string) => {
    const from = new Date(Date.now() - 6 * 24 * 60 * 60_000).toISOString();
    const { body } = await request('GET', `/things/${id}/properties/level/history?from=${from}`);
    return (body as { value?: number }[]).filter(({ value }) => value === 1).length;
  };
  const count = async (developer: string) => {
    const { rows } = await queryStack<{ count: number }>(
      `SELECT count(*)::int AS count FROM units.thing_history history
      JOIN units.things thing ON thing.key = history.thing_key WHERE thing.developer = $1`,
      [developer],
    );
    return rows[0]!.count;
  };
  expect(await read(own, things[0]!)).toBe(2);
  const refused = await own.request('PATCH', '/retention', { body: { history_days: 8 } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/history_days' }] } });
  const chosen = await own.request('PATCH', '/retention', { body: { history_days: 3 } });
  expect(chosen).toMatchObject({ status: 200, body: { history_days: 3, activity_days: null } });
  expect(await read(own, things[0]!)).toBe(1);
  expect(await read(neighbor, things[1]!)).toBe(2);
  expect((await neighbor.request('GET', '/retention')).body.history_days).toBeNull();
  // Maintenance runs every minute.
  await waitFor(async () => (await count(own.developer)) === 1, { within: 90_000, every: 1_000 });
  expect(await count(neighbor.developer)).toBe(2);
}, 120_000);

/** Counts the stored changes of a subject, or of those without one: usage has to equal them. */
async function changesOf(developer: string, subject: string) {
  const { rows } = await queryStack<{ events: number; bytes: number }>(
    `SELECT count(*)::int AS events, coalesce(sum(octet_length(value))
      FILTER (WHERE kind IN ('property_changed', 'thing_event')), 0)::int AS bytes
    FROM units.changes WHERE developer = $1 AND coalesce(subject, '') = $2`,
    [developer, subject],
  );
  return rows[0]!;
}

/** Waits until the figures have stopped to change, and everything that was stored is counted. */
async function settled(account: Account, subjects: string[]): Promise<void> {
  await waitFor(
    async () => {
      const rows = await usageOf(account, '?group_by=subject');
      const stored = await Promise.all(subjects.map((one) => changesOf(account.developer, one)));
      const eventsOf = (subject: string) =>
        rows.find((row) => (row.subject ?? '') === subject)?.events ?? 0;
      return subjects.every((subject, index) => eventsOf(subject) === stored[index]!.events);
    },
    { what: 'all changes in the usage' },
  );
}

interface Operation {
  kind: string;
  count: number;
}

async function pollsOf({ request }: Account, subject: string): Promise<number> {
  const { body } = await request('GET', '/activity?kind=poll', { subject });
  return (body as Operation[]).reduce((sum, { count }) => sum + count, 0);
}

/** An account in which two end users do something, and come to rest. */
async function furnish(account: Account) {
  const { request } = account;
  expect((await request('PUT', '/callback', { body: { url: app.address } })).status).toBe(201);
  const { path, lamp } = await simulate(account);
  for (const on of [true, false]) {
    const put = await request('PUT', `${await lamp()}/properties/on`, {
      subject: 'alice',
      body: on,
    });
    expect(put.status).toBe(204);
  }
  const created = await request('POST', '/things', {
    subject: 'bob',
    body: {
      title: 'Letter box',
      properties: { letters: { type: 'integer' } },
      actions: { open: {} },
    },
  });
  const box = String(created.headers.get('location'));
  const body = {
    match: { things: [box.split('/').at(-1)], events: ['property_changed'] },
    url: app.address,
  };
  expect((await request('POST', '/subscriptions', { body, subject: 'bob' })).status).toBe(201);
  for (const letters of [1, 2, 30]) {
    const put = await request('PUT', `${box}/properties/letters`, {
      subject: 'bob',
      body: letters,
    });
    expect(put).toMatchObject({ status: 204 });
  }
  const opened = await request('POST', `${box}/actions/open`, { subject: 'bob', body: {} });
  expect(opened.status).toBeLessThan(300);
  // An action and three changes of its value.
  await waitFor(() => app.requests.length >= 4, { what: 'four messages' });
  await request('POST', `${path}/pause`, { body: {} });
  return { path, box };
}

test('usage equals what was done, by day, connector and subject, and is that of its account alone', async () => {
  const account = newAccount(stack());
  const { developer, request } = account;
  await furnish(account);
  const neighbor = newAccount(stack());
  await neighbor.request('POST', '/things', { subject: 'alice', body: { title: 'Of a neighbor' } });
  await eventually(async () => {
    const bySubject = await usageOf(account, '?group_by=connector,subject');
    const nothing = { clients: 0, things: 0, polls: 0, writes: 0, deliveries: 0, bytes: 0 };
    const ofAlice = await changesOf(developer, 'alice');
    expect(bySubject).toEqual([
      // That it is new belongs to no connector.
      { subject: 'alice', ...nothing, events: 1, partial: true },
      {
        subject: 'bob',
        clients: 0,
        things: 1,
        polls: 0,
        writes: 1,
        deliveries: 4,
        ...(await changesOf(developer, 'bob')),
        partial: true,
      },
      {
        connector_type_id: 'simulator',
        subject: 'alice',
        clients: 1,
        things: 2,
        polls: await pollsOf(account, 'alice'),
        writes: 2,
        deliveries: 0,
        bytes: ofAlice.bytes,
        events: ofAlice.events - 1,
        partial: true,
      },
    ]);
  });
  const [day] = await usageOf(account, '');
  const polls = await pollsOf(account, 'alice');
  expect(day).toMatchObject({
    day: today(),
    clients: 1,
    things: 3,
    writes: 3,
    deliveries: 4,
    polls,
  });
  expect(await usageOf(account, '?group_by=subject', 'bob')).toMatchObject([{ subject: 'bob' }]);
  expect(await usageOf(account, '?subject=alice', 'bob')).toEqual([]);
  expect(await usageOf(neighbor, '')).toMatchObject([{ things: 1, polls: 0 }]);
  expect(await usageOf(account, `?since=2020-01-01&until=2020-02-01`)).toEqual([]);

  const csv = await fetch(`${stack().address}/api/v1/usage?group_by=subject`, {
    headers: { authorization: `Bearer ${account.token}`, accept: 'text/csv' },
  });
  const lines = (await csv.text()).trim().split('\r\n');
  expect(lines.map((line) => line.split(',')[2])).toEqual(['subject', 'alice', 'bob']);

  const first = await request('GET', '/usage?group_by=subject&limit=1');
  expect(first.body).toMatchObject([{ subject: 'alice' }]);
  const [, next] = /<([^>]+)>/.exec(first.headers.get('link')!)!;
  expect((await request('GET', next!)).body).toMatchObject([{ subject: 'bob' }]);
});

test('the figures outlive a service that is killed, and an erasure leaves them under a pseudonym', async () => {
  app.requests.length = 0;
  const account = newAccount(stack());
  const { developer, request } = account;
  const { path } = await furnish(account);
  await settled(account, ['alice', 'bob']);
  // Polls are recorded a little later, and a process that is killed takes those with it that are not.
  const polls = await waitFor(() => pollsOf(account, 'alice'), { what: 'recorded polls' });
  const figures = async () => {
    const rows = await usageOf(account, '?group_by=subject');
    return rows.map(({ events: _events, bytes: _bytes, ...rest }) => rest);
  };
  const before = await figures();
  process.kill(await stack().pidOf('connector-runtime'), 'SIGKILL');
  await waitFor(async () => (await request('GET', path)).status === 200, { within: 60_000 });
  await settled(account, ['alice', 'bob']);
  expect(await figures()).toEqual(before);

  const begun = await request('DELETE', '/subjects/alice');
  await waitFor(
    async () => (await request('GET', begun.headers.get('location')!)).body.status === 'completed',
    { within: 90_000, every: 500 },
  );
  const after = await usageOf(account, '?group_by=subject');
  expect(after).toMatchObject([
    { subject: 'bob', deliveries: 4 },
    { subject: expect.stringMatching(/^erased:/), clients: 1, things: 2, polls, writes: 2 },
  ]);
  const { rows } = await queryStack<{ row: string }>(
    `SELECT used::text AS row FROM connectors.usage_of_days used WHERE developer = $1`,
    [developer],
  );
  for (const { row } of rows) {
    expect(row).not.toContain('alice');
    expect(row).not.toContain(path.split('/').at(-1));
  }
}, 180_000);

test('members of an organization see the usage of all its environments, and nobody else does', async () => {
  const account = newAccount(stack());
  await account.request('POST', '/things', { subject: 'alice', body: { title: 'Lamp' } });
  const ada = newPerson(stack().address);
  const link = await inviteAsOperator(stack(), {
    email: 'ada@acme.example',
    organization: 'Acme',
    environment: account.developer,
  });
  await ada.signUp('ada@acme.example', link);
  await ada.signIn('ada@acme.example');
  await ada.accept(link);
  const { body: organizations } =
    await ada.get<{ id: string; environments: { id: string }[] }[]>('/api/v1/organizations');
  const { id } = organizations[0]!;
  const made = await ada.send('POST', `/api/v1/organizations/${id}/environments`, {
    name: 'second',
  });
  const second = newAccount(stack(), { developer: made.body.id! });
  for (const subject of ['carol', 'dave']) {
    await second.request('POST', '/things', { subject, body: { title: 'Lamp' } });
  }
  await settled(account, ['alice']);
  await settled(second, ['carol', 'dave']);
  const read = async (query: string) =>
    (await ada.get<Row[]>(`/api/v1/organizations/${id}/usage${query}`)).body;
  expect(await read('')).toMatchObject([
    { environment: account.developer, things: 1, day: today() },
    { environment: made.body.id, things: 2, day: today() },
  ]);
  expect((await read('?group_by=subject')).map((row) => row.subject)).toEqual([
    'alice',
    'carol',
    'dave',
  ]);
  expect(await read('?group_by=subject&limit=2')).toHaveLength(2);
  const stranger = newPerson(stack().address);
  expect((await stranger.get(`/api/v1/organizations/${id}/usage`)).status).toBe(401);
});
