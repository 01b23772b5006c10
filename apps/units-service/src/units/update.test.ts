import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { unitVersion, type Caller } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { openTestProcessor } from '../testing/json-ld.js';
import { newUnit } from '../testing/units.js';
import { createUnit, updateUnit } from './write.js';
import type { JsonLdProcessor } from './json-ld/processor.js';
import { addProperty } from './properties.js';
import { readUnit } from './read.js';

let database: TestDatabase;
let jsonLd: JsonLdProcessor;
beforeAll(async () => {
  database = await openTestDatabase();
  jsonLd = openTestProcessor();
});
afterAll(() => Promise.all([database.close(), jsonLd.close()]));

const needs = () => ({ ...database, jsonLd });

type Patch = Partial<Parameters<typeof updateUnit>[1]>;

async function unitOf(caller: Caller = { developer: randomUUID() }) {
  const unit = newUnit(caller, [{ name: 'floor', value: 1 }]);
  await answerOne(createUnit, needs(), unit);
  const { id } = unit;
  return {
    id,
    caller,
    read: () => answerOne(readUnit, database, { caller, id }),
    patch: (patch: Patch, quotas = database.quotas) =>
      updateUnit({ ...needs(), quotas }, { caller, id, ...patch }, patient),
  };
}

describe('a patch of a unit', () => {
  test('changes what it names, and answers the version that is then read', async () => {
    const { read, patch } = await unitOf();
    const { version } = await patch({ name: 'Larder' });
    const renamed = await read();
    expect(renamed).toMatchObject({
      name: 'Larder',
      type: 'room',
      properties: [{ name: 'floor', value: 1 }],
    });
    expect(unitVersion(renamed)).toBe(version);
    const properties = [
      { name: 'b', value: null },
      { name: 'a', value: { x: '\u0000' } },
    ];
    await patch({ type: 'store', properties });
    expect(await read()).toMatchObject({ name: 'Larder', type: 'store', properties });
    await patch({ properties: [] });
    expect(await read()).toMatchObject({ name: 'Larder', properties: [] });
  });

  test('is stored only if the unit has an expected version', async () => {
    const { id, caller, read, patch } = await unitOf();
    const expected = [unitVersion(await read())];
    const property = { name: 'area', value: 2 };
    await answerOne(addProperty, needs(), { caller, id, property });
    const outdated = patch({ name: 'Larder', expected });
    await expect(outdated).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await read()).toMatchObject({ name: 'Kitchen' });
    await patch({ name: 'Larder', expected: [...expected, unitVersion(await read())] });
    expect(await read()).toMatchObject({ name: 'Larder' });
  });

  test('wins once of several that expect the same version', async () => {
    const { read, patch } = await unitOf();
    const expected = [unitVersion(await read())];
    const names = ['A', 'B', 'C', 'D'];
    const outcomes = await Promise.allSettled(names.map((name) => patch({ name, expected })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is refused like a new unit', async () => {
    const { read, patch } = await unitOf();
    const before = await read();
    const twice = ['a', 'a'].map((name) => ({ name, value: 1 }));
    await expect(patch({ properties: twice })).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/properties/1/name' }] },
    });
    await expect(patch({ properties: [{ name: 'a', value: { '@id': 5 } }] })).rejects.toMatchObject(
      {
        code: 'invalid_json_ld',
        extras: { errors: [{ pointer: '/properties/0/value' }] },
      },
    );
    await expect(
      patch({ properties: [{ name: 'a', value: 1 }] }, { ...database.quotas, unit_properties: 0 }),
    ).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect(await read()).toEqual(before);
  });

  test('is not found for another developer, and for a subject that does not see it', async () => {
    const { id, read, patch } = await unitOf();
    const before = await read();
    await expect(patch({ caller: { developer: 'stranger' } })).rejects.toMatchObject({
      code: 'not_found',
    });
    const caller = { developer: before.owner, subject: 'bob' };
    await expect(patch({ caller, name: 'Of bob' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(patch({ id: `${id}x` })).rejects.toMatchObject({ code: 'not_found' });
    expect(await read()).toEqual(before);
  });
});
