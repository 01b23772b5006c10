import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createUnit } from '../units/write.js';
import { traverseUnits } from '../units/traversal/traverse.js';
import { createTraversals } from './traversals.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const of = (developer: string) => ({ developer, tooSlow: 'Too slow.', ...patient }) as const;
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

test('a developer with many traversals holds not all connections', async () => {
  const traversals = createTraversals(database.pool, 2);
  let release = () => {};
  const blocker = new Promise<void>((resolve) => (release = resolve));
  let ended = 0;
  const many = times(10, () => traversals(of('busy'), () => blocker).then(() => (ended += 1)));
  await expect(traversals(of('quiet'), async () => 'done')).resolves.toBe('done');
  expect(ended).toBe(0);
  release();
  await Promise.all(many);
});

test('pages of developers take turns on one connection', async () => {
  const traversals = createTraversals(database.pool, 1);
  const jsonLd = { check: async () => ({}), close: async () => undefined };
  const order: string[] = [];
  async function traverserOf(developer: string) {
    const [caller, id] = [{ developer }, randomUUID()];
    const unit = { caller, id, name: 'House', type: 'building', properties: [] };
    await answerOne(createUnit, { ...database, jsonLd }, unit);
    const input = { caller, id, direction: 'descendants', page: { limit: 1000 } } as const;
    return () => traverseUnits({ traversals }, input, patient).then(() => order.push(developer));
  }
  const [busy, quiet] = [await traverserOf('busy'), await traverserOf('quiet')];
  await Promise.all([...times(10, busy), quiet()]);
  expect(order.indexOf('quiet')).toBeLessThan(3);
});

test('a developer of whom too many traversals wait is refused, and others are not', async () => {
  const traversals = createTraversals(database.pool, 1);
  let release = () => {};
  const blocker = new Promise<void>((resolve) => (release = resolve));
  const many = times(33, () => traversals(of('busy'), () => blocker));
  await expect(traversals(of('busy'), () => blocker)).rejects.toMatchObject({
    code: 'rate_limited',
  });
  const other = traversals(of('quiet'), async () => 'done');
  release();
  await expect(other).resolves.toBe('done');
  await Promise.all(many);
});

test('a traversal whose caller has stopped waiting is cancelled', async () => {
  const traversals = createTraversals(database.pool, 1);
  const late = { ...of('busy'), expiresAt: Date.now() + 300 };
  const slow = traversals(late, (db) => db.query('SELECT pg_sleep(600)'));
  const next = traversals(of('quiet'), async () => 'done');
  await expect(slow).rejects.toMatchObject({ code: 'timeout', message: 'Too slow.' });
  await expect(next).resolves.toBe('done');
});
