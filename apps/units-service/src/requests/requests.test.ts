import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { beginRequest, endRequest, purgeRequests, renewRequest } from './requests.js';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let developer: string;
beforeEach(() => {
  developer = randomUUID();
});

const request = (more: { scope?: string; fingerprints?: string[]; attempt?: string } = {}) => ({
  developer,
  scope: 'scope',
  fingerprints: ['body'],
  attempt: randomUUID(),
  ...more,
});
type Request = ReturnType<typeof request>;

const begin = (input: Request) => answerOne(beginRequest, database, input);
const renew = ({ fingerprints: _, ...input }: Request) => answerOne(renewRequest, database, input);
const end = ({ fingerprints: _, ...input }: Request, answer?: string) =>
  answerOne(endRequest, database, { ...input, ...(answer !== undefined && { answer }) });

/** Lets time pass for the requests of the developer. */
const age = (interval: string) =>
  database.pool.query(
    `UPDATE requests SET created = created - $2::interval, leased_until = leased_until - $2::interval
     WHERE developer = $1`,
    [developer, interval],
  );

describe('a request', () => {
  test('is begun once, and gives its answer to its repetitions', async () => {
    const first = request();
    expect(await begin(first)).toEqual({ state: 'begun', seed: first.attempt });
    expect(await begin(request())).toEqual({ state: 'in_progress' });
    await end(first, 'sealed');
    expect(await begin(request())).toEqual({ state: 'ended', answer: 'sealed' });
  });

  test('has its answer stored while its developer has room for it', async () => {
    const store = async (answer: string) => {
      const first = request({ scope: randomUUID() });
      await begin(first);
      await end(first, answer);
      return (await begin({ ...first, attempt: randomUUID() })).state;
    };
    const large = 'x'.repeat(512 * 1024);
    for (let stored = 0; stored < 128; stored += 1) expect(await store(large)).toBe('ended');
    expect(await store(large)).toBe('begun');
    expect(await store('small')).toBe('ended');
    developer = randomUUID();
    expect(await store(large)).toBe('ended');
  });

  test('of another body is told so, whether the first has ended or not', async () => {
    const first = request();
    const other = () => begin(request({ fingerprints: ['other'] }));
    await begin(first);
    expect(await other()).toEqual({ state: 'other_body' });
    await end(first);
    expect(await other()).toEqual({ state: 'other_body' });
    expect((await begin(request())).state).toBe('begun');
  });

  test('has the same body when one of its fingerprints is the same', async () => {
    const first = request({ fingerprints: ['old'] });
    await begin(first);
    await end(first, 'sealed');
    const rotated = request({ fingerprints: ['new', 'old'] });
    expect((await begin(rotated)).state).toBe('ended');
  });

  test('that ended without an answer is begun again, with the seed of the first attempt', async () => {
    const first = request();
    await begin(first);
    await end(first);
    const second = request();
    expect(await begin(second)).toEqual({ state: 'begun', seed: first.attempt });
    await end(second, 'sealed');
    expect((await begin(request())).state).toBe('ended');
  });

  test('whose gateway has died is begun again when the lease has run out', async () => {
    const first = request();
    await begin(first);
    await age('4 seconds');
    expect((await begin(request())).state).toBe('in_progress');
    await age('1 second');
    const second = request();
    expect(await begin(second)).toEqual({ state: 'begun', seed: first.attempt });
    await end(first, 'too late');
    expect((await begin(request())).state).toBe('in_progress');
  });

  test('that takes longer keeps its lease as long as it is renewed, and until it has ended', async () => {
    const first = request();
    await begin(first);
    for (let renewals = 0; renewals < 3; renewals += 1) {
      await age('4 seconds');
      await renew(first);
    }
    await age('4 seconds');
    expect((await begin(request())).state).toBe('in_progress');
    await end(first);
    await renew(first);
    const second = request();
    expect((await begin(second)).state).toBe('begun');
    await age('4 seconds');
    await renew(first);
    await age('1 second');
    expect((await begin(request())).state).toBe('begun');
  });

  test('is the same attempt when its call is delivered twice', async () => {
    const first = request();
    await begin(first);
    expect(await begin(first)).toEqual({ state: 'begun', seed: first.attempt });
  });

  test('is new after a day, with ids of its own', async () => {
    const first = request();
    await begin(first);
    await end(first, 'sealed');
    await age('23 hours');
    expect((await begin(request())).state).toBe('ended');
    await age('2 hours');
    const later = request({ fingerprints: ['other'] });
    expect(await begin(later)).toEqual({ state: 'begun', seed: later.attempt });
  });

  test('is independent of those of other developers and scopes', async () => {
    await begin(request());
    expect((await begin(request({ scope: 'other' }))).state).toBe('begun');
    expect((await begin({ ...request(), developer: randomUUID() })).state).toBe('begun');
  });
});

test('requests that arrive together are answered in order, and one of each is begun', async () => {
  const inputs = [request({ scope: 'b' }), request({ scope: 'a' }), request({ scope: 'b' })];
  const states = await beginRequest(
    database,
    inputs.map((input) => ({ input, ...patient })),
  );
  expect(states).toEqual([
    { state: 'begun', seed: inputs[0]!.attempt },
    { state: 'begun', seed: inputs[1]!.attempt },
    { state: 'in_progress' },
  ]);
});

test('of many attempts at once one is begun', async () => {
  const states = await Promise.all(Array.from({ length: 20 }, () => begin(request())));
  expect(states.filter(({ state }) => state === 'begun')).toHaveLength(1);
  expect(states.filter(({ state }) => state === 'in_progress')).toHaveLength(19);
});

test('requests are deleted after a day, except those that are under way', async () => {
  const [ended, underWay] = [request({ scope: 'ended' }), request({ scope: 'under way' })];
  await begin(ended);
  await end(ended, 'sealed');
  await age('25 hours');
  await begin(underWay);
  const scopes = async () => {
    const { rows } = await database.pool.query<{ scope: string }>(
      'SELECT scope FROM requests WHERE developer = $1',
      [developer],
    );
    return rows.map(({ scope }) => scope);
  };
  await purgeRequests(database.pool);
  expect(await scopes()).toEqual(['under way']);
  await database.pool.query(`UPDATE requests SET created = now() - interval '2 days'`);
  await purgeRequests(database.pool);
  expect(await scopes()).toEqual(['under way']);
  await age('2 minutes');
  await purgeRequests(database.pool);
  expect(await scopes()).toEqual([]);
});
