import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ThingsHint } from '@trellis/contracts';
import type { Database } from '../database/open.js';
import { patient } from '../testing/context.js';
import { openTestDatabase } from '../testing/database.js';
import { listThings } from './list.js';
import { readThing } from './read.js';
import { removeAllThings } from './remove-all.js';
import { upsertThings } from './upsert.js';

let database: Database;
const hints: ThingsHint[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = () => ({
  prisma: database.prisma,
  publishThingsHint: (_developer: string, hint: ThingsHint) => void hints.push(hint),
});
const upsert = (input: Parameters<typeof upsertThings>[1]) => upsertThings(needs(), input, patient);
const removeAll = (input: Parameters<typeof removeAllThings>[1]) =>
  removeAllThings(needs(), input, patient);
const read = (developer: string, id: string) =>
  readThing(database, { caller: { developer }, id }, patient);

function newClient() {
  const client = randomUUID();
  const developer = randomUUID();
  const things = [1, 2, 3].map((number) => ({
    id: randomUUID(),
    title: `Lamp ${number}`,
    types: ['Light'],
    properties: { on: { type: 'boolean' as const } },
    actions: {},
    values: { on: false },
    available: true,
  }));
  const findings = { client, developer, subject: 'alice', things, vanished: [] as string[] };
  const page = { limit: 1000 };
  const list = async () =>
    (await listThings(database, { caller: { developer }, page }, patient)).items;
  return { client, developer, things, findings, list };
}

describe('the things of a client', () => {
  test('are created in order, changed under the same id, and marked unavailable when they vanish', async () => {
    const { developer, things, findings, list } = newClient();
    await upsert(findings);
    await upsert(findings);
    expect(await list()).toEqual(things.map(({ id }) => id));
    const [first, second] = things;
    await upsert({
      ...findings,
      things: [{ ...first!, values: { on: true } }],
      vanished: [second!.id],
    });
    expect(await read(developer, first!.id)).toMatchObject({
      types: ['Light'],
      values: { on: true },
      available: true,
    });
    expect(await read(developer, second!.id)).toMatchObject({
      values: { on: false },
      available: false,
    });
    expect(hints.at(-1)).toEqual({ things: [first!.id, second!.id], subject: 'alice' });
  });

  test('of another client cannot be taken over', async () => {
    const { developer, things, findings } = newClient();
    await upsert(findings);
    const thief = { ...newClient().findings, things: [{ ...things[0]!, title: 'Stolen' }] };
    await upsert(thief);
    expect(await read(developer, things[0]!.id)).toMatchObject({
      title: 'Lamp 1',
      subject: 'alice',
    });
  });

  test('never come back once they are removed, whatever still arrives', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { client, developer, findings, list } = newClient();
      const removal = () => removeAll({ developer, clients: [client] });
      const outcomes = await Promise.allSettled([upsert(findings), removal(), upsert(findings)]);
      expect(outcomes[1].status).toBe('fulfilled');
      await expect(upsert(findings)).rejects.toMatchObject({
        code: 'creator_removed',
      });
      expect(await list()).toEqual([]);
    }
  });
});
