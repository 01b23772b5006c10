import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Problem } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import {
  createBodyBudget,
  createHeavyRequests,
  createRateLimit,
  type Limits,
} from '@trellis/operations';
import { readDocument } from '../testing/openapi.js';
import { startGateway, type Calls, type TestGateway } from '../testing/gateway.js';

let gateway: TestGateway;
afterEach(() => gateway.close());

const limit = (name: string, perMinute: number) =>
  createRateLimit({ name, perMinute, redis: undefined });

const start = async (limits: Partial<Limits>, calls: Calls = {}) => {
  gateway = await startGateway(calls, limits);
};

const limitFieldsOf = ({ headers }: Response) => [
  headers.get('ratelimit-policy'),
  headers.get('ratelimit')?.replaceAll(/t=\d+/g, 't=…'),
];

describe('the headers of a limit', () => {
  test('are on every answer that was counted, and on no other', async () => {
    await start(
      { requests: limit('requests', 4) },
      { 'units.list': () => ({ items: [] }), 'events.read': () => page },
    );
    const page = { events: [], cursor: '1-1-1', more: false, missed: false };
    const policy = '"requests";q=4;w=60';
    const listed = await gateway.request('/api/v1/units');
    expect(limitFieldsOf(listed)).toEqual([policy, '"requests";r=3;t=…']);
    const missing = await gateway.request('/api/v1/units/x');
    expect([missing.status, ...limitFieldsOf(missing)]).toEqual([
      404,
      policy,
      '"requests";r=2;t=…',
    ]);
    const stream = await gateway.request('/api/v1/events');
    expect(limitFieldsOf(stream)).toEqual([policy, '"requests";r=1;t=…']);
    await stream.body!.cancel();
    const head = await gateway.request('/api/v1/units', { method: 'HEAD' });
    expect(limitFieldsOf(head)).toEqual([policy, '"requests";r=0;t=…']);
    const refused = await gateway.request('/api/v1/units');
    expect([refused.status, ...limitFieldsOf(refused)]).toEqual([
      429,
      policy,
      '"requests";r=0;t=…',
    ]);
    expect(refused.headers.get('retry-after')).toBe(
      refused.headers.get('ratelimit')!.split('t=')[1],
    );
    expect(limitFieldsOf(await gateway.request('/health/live'))).toEqual([null, undefined]);
    const headers = { authorization: 'Bearer nonsense' };
    const unknown = await gateway.request('/api/v1/units', { headers });
    expect([unknown.status, ...limitFieldsOf(unknown)]).toEqual([401, null, undefined]);
  });

  test('are those of both limits for a trial', async () => {
    const found = { found: 0, complete: true, devices: [], warnings: [], requests: [] };
    const trial = { status: 'STARTED', ...found };
    await start(
      { requests: limit('requests', 4), trials: limit('trials', 1) },
      { 'trials.run': () => trial },
    );
    const body = {
      connector_type_id: 'simulator',
      instance_configuration: {},
      client_configuration: {},
    };
    const attempt = (developer: string) =>
      gateway.request('/api/v1/connectors/try', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${gateway.tokenOf(developer)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    const tried = await attempt('ada');
    expect([tried.status, ...limitFieldsOf(tried)]).toEqual([
      200,
      '"requests";q=4;w=60, "trials";q=1;w=60',
      '"requests";r=3;t=…, "trials";r=0;t=…',
    ]);
    expect((await attempt('ada')).status).toBe(429);
    expect((await attempt('grace')).status).toBe(200);
  });

  test('are in the OpenAPI document, at success and at problems', async () => {
    await start({});
    type Responses = Record<string, { headers: object }>;
    const document = await readDocument<{
      paths: Record<string, Record<string, { responses: Responses }>>;
    }>(gateway);
    const headersOf = (path: string, status: number) =>
      Object.keys(document.paths[path]!.get!.responses[status]!.headers);
    for (const status of [200, 404, 429]) {
      expect(headersOf('/api/v1/units/{id}', status)).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy', 'X-Request-Id']),
      );
    }
    expect(headersOf('/health/live', 200)).not.toContain('RateLimit');
  });
});

describe('attempts to get an access token', () => {
  const limits = () => ({
    requests: limit('requests', 1_000),
    attempts: limit('attempts', 6),
    attemptsAsApp: limit('attempts-as-app', 3),
  });
  const calls: Calls = {
    'apps.authenticate': () => {
      throw new Problem('invalid_client', 'Unknown.');
    },
  };
  const attempt = async (client_id: string, address: string) => {
    const response = await gateway.request('/oauth2/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret: 'guess',
      }),
      headers: { 'x-forwarded-for': address },
    });
    await response.text();
    return response;
  };
  const statuses = async (...attempts: [string, string][]) => {
    const seen: number[] = [];
    for (const one of attempts) seen.push((await attempt(...one)).status);
    return seen;
  };

  test('are limited by app and address, so that nobody can lock out an app elsewhere', async () => {
    await start(limits(), calls);
    const [app, guesser] = ['app', '192.0.2.1'] as const;
    const guess: [string, string] = [app, guesser];
    expect(await statuses(guess, guess, guess, guess)).toEqual([401, 401, 401, 429]);
    expect(await statuses([app, '192.0.2.2'], ['other', guesser])).toEqual([401, 401]);
  });

  test('are limited by address, whichever apps they name, and say so', async () => {
    await start(limits(), calls);
    for (const app of ['a', 'b', 'c', 'd', 'e', 'f']) {
      expect((await attempt(app, '2001:db8:0:1::1')).status).toBe(401);
    }
    const refused = await attempt('g', '2001:db8:0:1:ffff::2');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe(
      '"requests";q=1000;w=60, "attempts";q=6;w=60',
    );
    expect((await attempt('g', '2001:db8:0:2::1')).status).toBe(401);
  });
});

describe('bodies that are under way', () => {
  const kibibyte = 1024;
  const body = (bytes: number) =>
    JSON.stringify({ name: 'a', type: 'x', properties: [{ name: 'p', value: 'x'.repeat(bytes) }] });
  const create = (developer: string, bytes: number) =>
    gateway.request('/api/v1/units', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.tokenOf(developer)}`,
        'content-type': 'application/json',
      },
      body: body(bytes),
    });

  /** Returns a gateway whose units are created when the test says so. */
  async function startHolding(limits: Parameters<typeof createBodyBudget>[0]) {
    const pending: (() => void)[] = [];
    const created = ({ id }: { id: string }) =>
      new Promise<object>((resolve) => pending.push(() => resolve({ id })));
    await start({ bodies: createBodyBudget(limits) }, { 'units.create': created });
    return {
      underWay: (count: number) => waitFor(() => pending.length === count),
      release: () => pending.splice(0).forEach((release) => release()),
    };
  }

  test('are bounded for each developer, who is told at once to wait', async () => {
    const maxBytesPerOwner = 100 * kibibyte;
    const { underWay, release } = await startHolding({ maxBytes: 1e9, maxBytesPerOwner });
    const first = create('one', 60 * kibibyte);
    await underWay(1);
    const second = await create('one', 60 * kibibyte);
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1']);
    const others = [create('another', 60 * kibibyte), create('one', kibibyte)];
    await underWay(3);
    release();
    for (const answer of await Promise.all([first, ...others])) expect(answer.status).toBe(201);
    const third = create('one', 60 * kibibyte);
    await underWay(1);
    release();
    expect((await third).status).toBe(201);
  });

  test('are bounded for all together, and small ones always pass', async () => {
    const limits = { maxBytes: 100 * kibibyte, maxBytesPerOwner: 80 * kibibyte };
    const { underWay, release } = await startHolding(limits);
    const first = create('one', 60 * kibibyte);
    await underWay(1);
    const second = await create('another', 60 * kibibyte);
    expect([second.status, second.headers.has('retry-after')]).toEqual([503, true]);
    const small = create('another', kibibyte);
    await underWay(2);
    release();
    for (const answer of await Promise.all([first, small])) expect(answer.status).toBe(201);
  });
});

describe('heavy requests of a developer', () => {
  const as = (developer: string, path: string, body?: object) =>
    gateway.request(`/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${gateway.tokenOf(developer)}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const unit = (bytes: number) => ({
    name: 'a',
    type: 'x',
    properties: [{ name: 'p', value: 'x'.repeat(bytes) }],
  });

  /** Returns a gateway whose calls are answered, with so many bytes, when the test says so. */
  async function startHolding(limits: Partial<Limits> = {}) {
    const pending: (() => void)[] = [];
    let answer = propertyOf(100);
    const hold = ({ id }: { id: string }) =>
      new Promise<object>((resolve) => pending.push(() => resolve({ id, ...answer })));
    await start(limits, {
      'units.create': hold,
      'units.property': () => hold({ id: '' }).then(() => answer),
    });
    return {
      underWay: async (count: number) => {
        await waitFor(() => pending.length >= count);
        // What does not wait for its turn has arrived by now, too.
        await gateway.request('/api/v1/openapi.json').then((response) => response.text());
        expect(pending).toHaveLength(count);
      },
      /** Answers what is under way. */
      release: (bytes = 100) => {
        answer = propertyOf(bytes);
        pending.splice(0).forEach((release) => release());
      },
    };
  }

  const propertyOf = (bytes: number) => ({
    name: 'p',
    value: 'x'.repeat(bytes - '{"name":"p","value":""}'.length),
  });

  test('take turns, two at once, when they have large bodies', async () => {
    const { underWay, release } = await startHolding();
    const sent = [1, 2, 3].map(() => as('one', '/units', unit(20_000)));
    await underWay(2);
    sent.push(as('one', '/units', unit(1_000)), as('another', '/units', unit(20_000)));
    await underWay(4);
    release();
    await underWay(1);
    release();
    for (const answer of await Promise.all(sent)) expect(answer.status).toBe(201);
  });

  test('take turns after a large answer of the operation, until its answers are small again', async () => {
    const { underWay, release } = await startHolding();
    /** Reads so often at once, and expects that so many reads are under way together, one after another. */
    const read = async (developer: string, count: number, together: number[], bytes = 100) => {
      const path = `/units/${randomUUID()}/properties/p`;
      const answers = Array.from({ length: count }, () => as(developer, path));
      for (let left = count; left > 0;) {
        const now = Math.min(left, together.length > 1 ? together.shift()! : together[0]!);
        await underWay(now);
        release(bytes);
        left -= now;
      }
      for (const answer of await Promise.all(answers)) {
        expect(answer.status).toBe(200);
        await answer.text();
      }
    };
    // The first answer shows how large those of the others may be.
    await read('one', 3, [1, 2], 65_536);
    await read('one', 3, [3], 65_600);
    await read('one', 3, [2], 65_600);
    await read('another', 3, [1, 2], 65_600);
    await read('one', 1, [1]);
    await read('one', 3, [3]);
  });

  test('are refused when too many wait', async () => {
    const heavy = createHeavyRequests({ atOnce: 2, atOncePerOwner: 1, maxWaitingPerOwner: 1 });
    const { underWay, release } = await startHolding({ heavy });
    const sent = [as('one', '/units', unit(20_000)), as('another', '/units', unit(20_000))];
    await underWay(2);
    const waiting = [1, 2].map(() => as('one', '/units', unit(20_000)));
    const refused = await Promise.race(waiting);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    release();
    await underWay(1);
    release();
    const statuses = await Promise.all(
      [...sent, ...waiting].map(async (one) => (await one).status),
    );
    expect(statuses.sort()).toEqual([201, 201, 201, 429]);
  });
});
