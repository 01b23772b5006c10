import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

const now = '2026-11-21T00:00:00.000Z';
const client = '0190b1f4-6d5c-7cc0-8000-000000000002';

interface Started {
  id: string;
  input?: string;
  expires: string;
  items: {
    thing: string;
    idempotent: boolean;
    problem?: { code: string; errors?: { pointer: string }[] };
  }[];
}

let calls: Calls;
let started: Started[];
/** The ids of the things that there are, and how many of them an answer has room for. */
let known: string[];
let room: number;
let gateway: TestGateway;
beforeEach(async () => {
  started = [];
  known = ids(3);
  room = 1_000;
  calls = {
    'things.find': ({ page }: { page: { limit: number; cursor?: string } }) => {
      const from = Number(page.cursor ?? 0);
      const end = from + page.limit;
      const items = known.slice(from, end);
      return { items, ...(end < known.length && { next: String(end) }) };
    },
    'things.show': ({ ids }: { ids: string[] }) => {
      const covered = ids.slice(0, room);
      return {
        things: covered.filter((id) => known.includes(id)).map((id) => lamp(id)),
        covered: covered.length,
      };
    },
    'things.aliases': () => ({ aliases: [] }),
    'batches.preview': ({ items }: Started) => ({
      refused: items.flatMap(({ thing, problem }) => (problem ? [{ thing, problem }] : [])),
    }),
    'batches.start': (input: Started) => {
      started.push(input);
      return batch(input.id, 'pending');
    },
  };
  gateway = await startGateway(calls);
});
afterEach(() => gateway.close());

const ids = (count: number) => Array.from({ length: count }, () => randomUUID() as string);

const lamp = (id: string) => ({
  id,
  title: 'Lamp',
  subject: 'alice',
  properties:
    id === known[0]
      ? { on: { type: 'boolean', readOnly: true } }
      : { on: { type: 'boolean' }, level: { type: 'integer' } },
  actions: { blink: { idempotent: true, input: { type: 'integer' } } },
  availability: { state: 'available' },
  creator: { kind: 'client', id: client },
  created: now,
  modified: now,
});

const batch = (id: string, status: string) => ({
  id,
  operation: 'writeproperty',
  name: 'on',
  status,
  requested: now,
  expires: now,
  progress: { pending: 2, running: 0, completed: 0, failed: 1, cancelled: 0 },
});

const begin = async (body: object, { query = '', headers = {} } = {}) => {
  const response = await gateway.request(`/api/v1/interactions/batch${query}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const select = { type: 'Light' };
const allOff = { select, property: 'on', value: false };

describe('a batch', () => {
  test('names all things with what is wrong with them, and nothing in the open', async () => {
    room = 2;
    expect(await begin(allOff)).toMatchObject({ status: 202, body: { status: 'pending' } });
    const [{ input, items }] = started as [Started];
    expect(input).toMatch(/^v2\./);
    expect(items.map(({ thing }) => thing)).toEqual(known);
    expect(items.map(({ problem }) => problem?.code)).toEqual([
      'not_writable',
      undefined,
      undefined,
    ]);
  });

  test('says how long the change of properties takes, and of actions nothing', async () => {
    expect((await begin({ ...allOff, transition: 1.5 })).status).toBe(202);
    expect(started).toMatchObject([{ transition_ms: 1_500 }]);
    const errors = [{ pointer: '/transition' }];
    const refused = { status: 400, body: { errors } };
    expect(await begin({ select, action: 'blink', transition: 1 })).toMatchObject(refused);
    expect(await begin({ ...allOff, transition: 6_001 })).toMatchObject(refused);
  });

  test('waits while another of its account is planned or stored', async () => {
    let [underWay, most] = [0, 0];
    for (const name of ['things.find', 'things.show', 'batches.start']) {
      const answer = calls[name]!;
      calls[name] = async (input) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return answer(input);
      };
    }
    await Promise.all(Array.from({ length: 5 }, () => begin(allOff)));
    expect(started).toHaveLength(5);
    expect(most).toBe(1);
  });

  test('is planned in the same way when it is previewed', async () => {
    const { status, body } = await begin(allOff, { query: '?dry_run=true' });
    const href = (id?: string) => `http://trellis.test/api/v1/things/${id}`;
    expect({ status, things: body.things }).toMatchObject({
      status: 200,
      things: [
        { thing: { href: href(known[0]) }, problem: { title: 'The property cannot be written' } },
        { thing: { href: href(known[1]) } },
        { thing: { href: href(known[2]) } },
      ],
    });
    expect(started).toEqual([]);
  });

  test('of more than 1,000 things is refused with their number', async () => {
    known = ids(1_001);
    expect(await begin(allOff)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/select', detail: expect.stringContaining('1001 things') }] },
    });
    known = ids(12_000);
    expect(await begin(allOff)).toMatchObject({
      body: { errors: [{ detail: expect.stringContaining('more than 10000 things') }] },
    });
    expect(started).toEqual([]);
  });

  test('of named things takes their ids in any form, each once', async () => {
    const [first, second] = known as [string, string];
    const things = [first, `urn:uuid:${first}`, `http://trellis.test/api/v1/things/${second}`];
    await begin({ ...allOff, select: { things } });
    expect(started[0]!.items.map(({ thing }) => thing)).toEqual([first, second]);
    expect(await begin({ ...allOff, select: { things: [first, randomUUID()] } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/select/things/1' }] },
    });
    expect(started).toHaveLength(1);
  });

  test('checks the value of each thing, and the input of each action', async () => {
    await begin({ select, property: 'level', value: 'high' });
    await begin({ select, action: 'blink', input: 'often' });
    await begin({ select, action: 'blink', input: 3 });
    const codes = started.map(({ items }) => items.map(({ problem }) => problem?.code));
    expect(codes).toEqual([
      ['not_found', 'invalid_request', 'invalid_request'],
      ['invalid_request', 'invalid_request', 'invalid_request'],
      [undefined, undefined, undefined],
    ]);
    expect(started[2]!.items.every(({ idempotent }) => idempotent)).toBe(true);
  });

  test('writes several properties of each thing', async () => {
    room = 2;
    await begin({ select, properties: { on: true, level: 3 } });
    await begin({ select, properties: { on: true, level: 'high' } });
    expect(started).toMatchObject([
      { operation: 'writemultipleproperties' },
      { operation: 'writemultipleproperties' },
    ]);
    const errors = started.map(({ items }) =>
      items.map(({ problem }) => problem?.errors?.map(({ pointer }) => pointer)),
    );
    expect(errors).toEqual([
      [['/on'], undefined, undefined],
      [['/on'], ['/level'], ['/level']],
    ]);
    for (const body of [
      { select, properties: {} },
      { select, properties: { on: true }, property: 'on', value: true },
      { select, properties: { on: true }, value: true },
      { select, properties: { on: true }, input: true },
      { select, properties: { on: true }, action: 'blink' },
      { select, properties: { on: 'x'.repeat(16_385) } },
    ])
      expect((await begin(body)).status).toBe(400);
    expect(started).toHaveLength(2);
  });

  test('has a value of at most 16 KiB, and expires within the hour', async () => {
    expect(await begin({ ...allOff, value: 'x'.repeat(16_385) })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/value' }] },
    });
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    for (const expires of [inMs(-1), inMs(3_700_000)]) {
      expect(await begin({ ...allOff, expires })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/expires' }] },
      });
    }
    const expires = inMs(60_000);
    await begin({ ...allOff, expires });
    expect(started.map((one) => one.expires)).toEqual([expires]);
  });

  test('that was accepted is 202, although it cannot be read how far it has come', async () => {
    calls['batches.read'] = () => {
      throw new Problem('unavailable', 'Away.');
    };
    const headers = { prefer: 'wait=1' };
    expect(await begin(allOff, { headers })).toMatchObject({
      status: 202,
      body: { status: 'pending' },
    });
  });

  test('that is not found is asked for as any interaction is', async () => {
    const none = () => {
      throw new Problem('not_found', 'There is no such interaction.');
    };
    Object.assign(calls, { 'interactions.read': none, 'batches.read': none });
    const path = `/api/v1/interactions/${randomUUID()}`;
    expect((await gateway.request(path)).status).toBe(404);
    expect((await gateway.request(`${path}/cancel`, { method: 'POST' })).status).toBe(404);
  });
});
