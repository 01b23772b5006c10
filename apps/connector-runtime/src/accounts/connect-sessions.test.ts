import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { maxConnectSessions } from '@trellis/contracts';
import { purgeConnectSessions } from '../maintenance/purge.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { createSession, listSessions, removeSession } from './connect-sessions.js';
import { readRevocation } from './revoked-apps.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

const context = { expiresAt: Infinity };
const app = 'app';

let developer: string;
beforeEach(() => {
  developer = randomUUID();
});

async function create(subject: string, { inMs = 60_000, types = ['hub'] } = {}): Promise<string> {
  const id = randomUUID();
  const expires_at = new Date(Date.now() + inMs).toISOString();
  const session = { caller: { developer, subject }, id, app, types, expires_at };
  expect(await createSession(testing, session, context)).toEqual({});
  return id;
}

const idsOf = async (
  subject?: string,
  page: { limit: number; cursor?: string } = { limit: 10 },
) => {
  const caller = { developer, ...(subject !== undefined && { subject }) };
  const { items, next } = await listSessions(testing, { caller, page }, context);
  return { ids: items.map(({ id }) => id), next };
};
const remove = (id: string, caller: { developer: string; subject?: string } = { developer }) =>
  removeSession(testing, { caller, id }, context);
const isRevoked = async (session: string, of = developer) =>
  (await readRevocation(testing, { developer: of, client_id: app, session }, context)).revoked;

describe('connect sessions', () => {
  test('are listed by subject, in pages, until they expire', async () => {
    const first = await create('alice');
    const second = await create('alice');
    const bobs = await create('bob');
    const old = await create('alice', { inMs: -1 });
    expect((await idsOf()).ids).toEqual([first, second, bobs]);
    expect((await idsOf('alice')).ids).toEqual([first, second]);
    const { ids, next } = await idsOf('alice', { limit: 1 });
    expect(ids).toEqual([first]);
    expect(await idsOf('alice', { limit: 1, cursor: next! })).toEqual({ ids: [second] });
    await purgeConnectSessions(testing, new Date());
    const where = { id: { in: [first, old] } };
    expect(await testing.database.connectSession.count({ where })).toBe(1);
  });

  test('are revoked by those who see them, and are then worth nothing', async () => {
    const id = await create('alice');
    expect([await isRevoked(id), await isRevoked(id, 'other')]).toEqual([false, true]);
    const missing = { code: 'not_found' };
    await expect(remove(id, { developer: 'other' })).rejects.toMatchObject(missing);
    await expect(remove(id, { developer, subject: 'bob' })).rejects.toMatchObject(missing);
    await expect(remove('no id')).rejects.toMatchObject(missing);
    await remove(id, { developer, subject: 'alice' });
    expect(await isRevoked(id)).toBe(true);
    await expect(remove(id)).rejects.toMatchObject(missing);
  });

  test('of a subject that is being erased are refused', async () => {
    await testing.pool.query(
      `INSERT INTO erasures (id, developer, subject) VALUES (gen_random_uuid(), $1, 'alice')`,
      [developer],
    );
    await expect(create('alice')).rejects.toThrow('the subject is being erased');
    await create('bob');
  });

  test('give way when a subject has too many', async () => {
    const oldest = await create('alice');
    const bobs = await create('bob');
    for (let count = 0; count < maxConnectSessions; count += 1) await create('alice');
    expect([await isRevoked(oldest), await isRevoked(bobs)]).toEqual([true, false]);
  });
});
