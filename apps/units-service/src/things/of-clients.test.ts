import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { testDatabase } from '../test-database.js';
import { removeThings, upsertThings } from './of-clients.js';
import { listThings, readThing } from './read.js';

let database: Database;
beforeAll(async () => {
  database = await testDatabase({ connections: 10 });
});
afterAll(() => database.close());

function newClient() {
  const client = randomUUID();
  const developer = randomUUID();
  const things = [1, 2, 3].map((number) => ({
    id: randomUUID(),
    title: `Lamp ${number}`,
    properties: { on: { type: 'boolean' as const } },
    actions: {},
    values: { on: false },
    available: true,
  }));
  const findings = { client, developer, subject: 'alice', things, vanished: [] as string[] };
  const list = async () =>
    (await listThings(database, { caller: { developer }, page: { limit: 1000 } })).items;
  return { client, developer, things, findings, list };
}

describe('the things of a client', () => {
  test('are added in order, changed under the same id, and marked when they vanish', async () => {
    const { developer, things, findings, list } = newClient();
    await upsertThings(database, findings);
    await upsertThings(database, findings);
    expect(await list()).toEqual(things.map(({ id }) => id));
    const [first, second] = things;
    await upsertThings(database, {
      ...findings,
      things: [{ ...first!, values: { on: true } }],
      vanished: [second!.id],
    });
    const read = (id: string) => readThing(database, { caller: { developer }, id });
    expect(await read(first!.id)).toMatchObject({ values: { on: true }, available: true });
    expect(await read(second!.id)).toMatchObject({ values: { on: false }, available: false });
  });

  test('of another client cannot be taken over', async () => {
    const { developer, things, findings } = newClient();
    await upsertThings(database, findings);
    const thief = { ...newClient().findings, things: [{ ...things[0]!, title: 'Stolen' }] };
    await upsertThings(database, thief);
    await expect(
      readThing(database, { caller: { developer }, id: things[0]!.id }),
    ).resolves.toMatchObject({ title: 'Lamp 1', subject: 'alice' });
  });

  test('never come back once they are removed, whatever is still on its way', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { client, developer, findings, list } = newClient();
      const removal = () => removeThings(database, { developer, clients: [client] });
      const outcomes = await Promise.allSettled([
        upsertThings(database, findings),
        removal(),
        upsertThings(database, findings),
      ]);
      expect(outcomes[1].status).toBe('fulfilled');
      await expect(upsertThings(database, findings)).rejects.toMatchObject({
        code: 'creator_removed',
      });
      expect(await list()).toEqual([]);
    }
  });
});
