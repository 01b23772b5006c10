import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { maxSceneLength, type Caller, type SceneState } from '@trellis/contracts';
import { answerBatch } from '@trellis/testing';
import { readQuotaUse } from '../quotas/quotas.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { needsOf } from '../testing/needs.js';
import { newUnit } from '../testing/units.js';
import { addSubject } from '../units/references.js';
import { createUnit, removeUnit } from '../units/write.js';
import { createScene, listScenes, readScene, removeScene, updateScene } from './scenes.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const needs = (scenes = 10) => needsOf(database, { scenes });

const stateOf = (subject?: string): SceneState => ({
  thing: randomUUID(),
  ...(subject !== undefined && { subject }),
  properties: { on: true },
});

/** Creates a unit that Alice sees, with a scene of a thing of hers and one of Bob's. */
async function unitWithScene() {
  const caller: Caller = { developer: randomUUID() };
  const unit = newUnit(caller);
  await answerBatch(createUnit, needs(), [unit]);
  await answerBatch(addSubject, needs(), [{ caller, id: unit.id, subject: 'alice' }]);
  const states = [stateOf('alice'), stateOf('bob')];
  const scene = randomUUID();
  const on = { caller, id: scene };
  const create = (more: object = {}, scenes?: number) =>
    createScene(
      needs(scenes),
      { caller, id: unit.id, scene: randomUUID(), name: 'Evening', states: [], ...more },
      patient,
    );
  await create({ scene, states });
  return {
    caller,
    alice: { ...caller, subject: 'alice' },
    unit,
    states,
    on,
    create,
    read: (as = caller) => readScene(needs(), { caller: as, id: scene }, patient),
    list: (as = caller, page: { limit: number; cursor?: string } = { limit: 1_000 }) =>
      listScenes(needs(), { caller: as, id: unit.id, page }, patient),
    update: (change: object, as = caller) =>
      updateScene(needs(), { caller: as, id: scene, ...change }, patient),
    remove: (more: object = {}) => removeScene(needs(), { ...on, ...more }, patient),
    async used() {
      const quotas = await readQuotaUse(needs(), caller, patient);
      return quotas.find(({ name }) => name === 'scenes')?.used;
    },
  };
}

const notFound = { code: 'not_found' };

test('a scene is read and listed with its unit', async () => {
  const { unit, on, states, create, read, list } = await unitWithScene();
  expect(await read()).toMatchObject({ id: on.id, unit: unit.id, name: 'Evening', states });
  const other = await create({ name: 'Morning' });
  const first = await list(undefined, { limit: 1 });
  expect(first.items.map(({ name }) => name)).toEqual(['Evening']);
  const rest = await list(undefined, { limit: 1, cursor: first.next! });
  expect(rest).toMatchObject({ items: [{ id: other.id, name: 'Morning' }] });
  expect(rest.next).toBeUndefined();
});

test('a call that is delivered again creates no second scene', async () => {
  const { unit, create, list } = await unitWithScene();
  const scene = randomUUID();
  const created = await create({ scene });
  const instant = expect.any(String);
  const shown = { id: scene, unit: unit.id, name: 'Evening', created: instant, modified: instant };
  expect(created).toEqual(shown);
  expect(await create({ scene, name: 'Other' })).toEqual(created);
  expect((await list()).items).toHaveLength(2);
});

test('other accounts, and subjects that do not see the unit, have no access', async () => {
  const { caller, unit, on, create, read, list, update } = await unitWithScene();
  for (const stranger of [{ developer: randomUUID() }, { ...caller, subject: 'carol' }]) {
    const given = { ...on, caller: stranger };
    await expect(read(stranger)).rejects.toMatchObject(notFound);
    await expect(list(stranger)).rejects.toMatchObject(notFound);
    await expect(update({ name: 'x' }, stranger)).rejects.toMatchObject(notFound);
    await expect(removeScene(needs(), given, patient)).rejects.toMatchObject(notFound);
    await expect(create({ caller: stranger, id: unit.id })).rejects.toMatchObject(notFound);
  }
  await expect(readScene(needs(), { ...on, id: 'x' }, patient)).rejects.toMatchObject(notFound);
  expect(await read()).toMatchObject({ name: 'Evening' });
});

test('a subject sees and replaces only the states of things in its list', async () => {
  const { alice, states, read, update } = await unitWithScene();
  expect((await read(alice)).states).toEqual([states[0]]);
  const replaced = stateOf('alice');
  await update({ states: [replaced] }, alice);
  expect((await read()).states).toEqual([states[1], replaced]);
});

test('a change or removal with another version than expected is refused', async () => {
  const { read, update, remove } = await unitWithScene();
  const { version } = await read();
  const stale = { code: 'precondition_failed' };
  const changed = await update({ name: 'Night', expected: [version] });
  expect(changed.version).toBe((await read()).version);
  expect(changed).not.toHaveProperty('states');
  await expect(update({ name: 'Day', expected: [version] })).rejects.toMatchObject(stale);
  await expect(remove({ expected: [version] })).rejects.toMatchObject(stale);
  expect((await read()).name).toBe('Night');
  await remove();
  await expect(read()).rejects.toMatchObject(notFound);
});

test('scenes are limited in number and size', async () => {
  const { create, update, used } = await unitWithScene();
  const full = { code: 'quota_exceeded', extras: { quota: { name: 'scenes', limit: 1, used: 1 } } };
  await expect(create({}, 1)).rejects.toMatchObject(full);
  const large = { ...stateOf(), properties: { note: 'x'.repeat(maxSceneLength) } };
  const invalid = { code: 'invalid_request' };
  await expect(create({ states: [large] })).rejects.toMatchObject(invalid);
  await expect(update({ states: [large] })).rejects.toMatchObject(invalid);
  expect(await used()).toBe(1);
});

test('a unit is removed with its scenes, which no longer count', async () => {
  const { caller, unit, read, used } = await unitWithScene();
  await answerBatch(removeUnit, needs(), [{ caller, id: unit.id }]);
  await expect(read()).rejects.toMatchObject(notFound);
  expect(await used()).toBe(0);
});
