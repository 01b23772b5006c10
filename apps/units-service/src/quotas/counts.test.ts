import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { QuotaLimits } from '@trellis/contracts';
import { answerBatch, answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { bareThing } from '../testing/things.js';
import { newUnit } from '../testing/units.js';
import { createThing, removeThing } from '../things/change.js';
import { listThings } from '../things/read.js';
import { removeAllThings } from '../things/clients.js';
import { upsertThings } from '../things/upsert.js';
import { createUnit, removeUnit } from '../units/write.js';
import { readQuotaUse } from './quotas.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = (quotas?: Partial<QuotaLimits<'units'>>) => needsOf(database, quotas);

async function used(developer: string) {
  const quotas = await readQuotaUse(needs(), { developer }, patient);
  return Object.fromEntries(quotas.map(({ name, used }) => [name, used]));
}

const full = (name: string, limit: number, count = limit) =>
  expect.objectContaining({
    code: 'quota_exceeded',
    message: expect.stringMatching(`\`${name}\`.* ${count} of ${limit} `),
    extras: { quota: { name, limit, used: count } },
  });

describe('units', () => {
  const quotas = { units: 3 };
  const units = (developer: string, count: number) =>
    Array.from({ length: count }, () => newUnit({ developer }));
  const create = (inputs: ReturnType<typeof units>, limits = quotas) =>
    answerBatch(createUnit, needs(limits), inputs);

  test('are created up to the quota, and those beyond are refused alone', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const inputs = [...units(one, 2), ...units(other, 1), ...units(one, 3), ...units(other, 1)];
    const outcomes = await create(inputs);
    const created = inputs.map(({ id }) => ({ id }));
    const refused = full('units', 3);
    expect(outcomes).toEqual([...created.slice(0, 4), refused, refused, ...created.slice(6)]);
    expect([(await used(one)).units, (await used(other)).units]).toEqual([3, 2]);
    expect(await create(units(one, 1))).toEqual([refused]);
  });

  test('that exist are answered at the quota, too', async () => {
    const inputs = units(randomUUID(), 3);
    await create(inputs);
    expect(await create(inputs)).toEqual(inputs.map(({ id }) => ({ id })));
  });

  test('give room again when they are removed', async () => {
    const developer = randomUUID();
    const inputs = units(developer, 3);
    await create(inputs);
    await answerBatch(
      removeUnit,
      needs(),
      inputs.slice(1).map(({ caller, id }) => ({ caller, id })),
    );
    expect((await used(developer)).units).toBe(1);
    expect(await create(units(developer, 3))).toEqual([
      { id: expect.any(String) },
      { id: expect.any(String) },
      full('units', 3),
    ]);
  });

  test('are counted whichever schemas a connection searches', async () => {
    const developer = randomUUID();
    await create(units(developer, 3));
    const client = await database.pool.connect();
    await client.query('SET search_path = public');
    await client.query('DELETE FROM units.units WHERE developer = $1', [developer]);
    client.release(true);
    expect((await used(developer)).units).toBe(0);
  });

  test('stay when the quota is lowered below their number', async () => {
    const developer = randomUUID();
    await create(units(developer, 3));
    expect(await create(units(developer, 1), { units: 1 })).toEqual([full('units', 1, 3)]);
    expect((await used(developer)).units).toBe(3);
  });

  test('never exceed the quota, however many processes create them at once', async () => {
    const developers = [randomUUID(), randomUUID()];
    const batches = Array.from({ length: 16 }, (_, n) =>
      n % 2 ? developers : developers.toReversed(),
    ).map((order) => order.flatMap((developer) => units(developer, 2)));
    const outcomes = (
      await Promise.all(batches.map((batch) => create(batch, { units: 21 })))
    ).flat();
    expect(outcomes.filter((outcome) => !(outcome instanceof Error))).toHaveLength(42);
    for (const developer of developers) expect((await used(developer)).units).toBe(21);
  });
});

describe('things of apps', () => {
  const quotas = { things: 2 };
  const create = (developer: string, ids: string[]) =>
    answerBatch(
      createThing,
      needs(quotas),
      ids.map((id) => ({ caller: { developer }, id, app: 'app', state: bareThing() })),
    );

  test('are created up to the quota, and give room again', async () => {
    const developer = randomUUID();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const made = ids.map((id) => expect.objectContaining({ id }));
    const refused = full('things', 2);
    expect(await create(developer, ids)).toEqual([made[0], made[1], refused]);
    expect(await create(developer, ids)).toEqual([made[0], made[1], refused]);
    await removeThing(needs(), { caller: { developer }, id: ids[0]! }, patient);
    expect((await used(developer)).things).toBe(1);
    expect(await create(developer, ids.slice(1))).toEqual([made[1], made[2]]);
  });
});

describe('things of connector clients', () => {
  const quotas = { things: 3 };
  const found = (developer: string, count: number) => ({
    client: randomUUID(),
    developer,
    subject: 'alice',
    things: Array.from({ length: count }, () => bareThing()),
    vanished: [],
  });
  const upsert = (inputs: ReturnType<typeof found>[]) =>
    answerBatch(upsertThings, needs(quotas), inputs);
  const list = async (developer: string) => {
    const page = { limit: 1000 };
    return (await answerOne(listThings, database, { caller: { developer }, page })).items;
  };
  const idsOf = (inputs: ReturnType<typeof found>[]) =>
    inputs.flatMap(({ things }) => things.map(({ id }) => id));

  test('are stored as far as the quota has room; the neighbors are stored wholly', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const [first, second, third] = [found(one, 2), found(one, 3), found(other, 3)];
    const ids = idsOf([first, second]);
    const left_out = { things: ids.slice(3), reason: expect.stringContaining('3 of 3 things') };
    expect(await upsert([first, second, third])).toEqual([{}, { left_out }, {}]);
    expect(await list(one)).toEqual(ids.slice(0, 3));
    expect(await list(other)).toEqual(idsOf([third]));
  });

  test('that exist are changed at the quota, too', async () => {
    const input = found(randomUUID(), 3);
    await upsert([input]);
    const things = input.things.map((thing) => ({ ...thing, title: 'Changed' }));
    expect(await upsert([{ ...input, things }])).toEqual([{}]);
    expect((await used(input.developer)).things).toBe(3);
  });

  test('give room again when their client is removed', async () => {
    const developer = randomUUID();
    const [first, second] = [found(developer, 3), found(developer, 2)];
    await upsert([first, second]);
    await removeAllThings(needs(), { developer, clients: [first.client] }, patient);
    expect((await used(developer)).things).toBe(0);
    expect(await upsert([second])).toEqual([{}]);
    expect(await list(developer)).toEqual(idsOf([second]));
  });

  test('never exceed the quota, whoever stores them, and whatever is removed meanwhile', async () => {
    const developer = randomUUID();
    for (let round = 0; round < 5; round += 1) {
      const batches = Array.from({ length: 4 }, () => [found(developer, 2), found(developer, 2)]);
      const things = batches.map(() => ({
        caller: { developer },
        id: randomUUID(),
        app: 'app',
        state: bareThing(),
      }));
      await Promise.all([
        ...batches.map(upsert),
        ...things.map((thing) => answerBatch(createThing, needs(quotas), [thing])),
      ]);
      expect(await list(developer)).toHaveLength(3);
      expect((await used(developer)).things).toBe(3);
      await Promise.all([
        removeAllThings(
          needs(),
          { developer, clients: batches.flat().map(({ client }) => client) },
          patient,
        ),
        ...things.map(({ caller, id }) =>
          removeThing(needs(), { caller, id }, patient).catch(() => undefined),
        ),
      ]);
      expect((await used(developer)).things).toBe(0);
    }
  });
});

test('a developer sees the own use, and none where there is none', async () => {
  expect(await readQuotaUse(needs({ units: 7 }), { developer: randomUUID() }, patient)).toEqual([
    { name: 'units', limit: 7, used: 0 },
    { name: 'things', limit: 5_000_000, used: 0 },
    { name: 'scenes', limit: 10_000, used: 0 },
    { name: 'history_values', limit: 10_000_000, used: 0 },
    { name: 'unit_properties', limit: 10_000 },
    { name: 'unit_bytes', limit: 16 * 1024 * 1024 },
  ]);
});
