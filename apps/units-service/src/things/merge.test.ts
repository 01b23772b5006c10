import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Caller, SceneState } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { moveHistory } from '../history/move.js';
import { maintainHistory } from '../history/retention.js';
import { readValues } from '../history/values.js';
import { createScene, readScene } from '../scenes/scenes.js';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { observedThing } from '../testing/history.js';
import { needsOf } from '../testing/needs.js';
import { newUnit, withoutJsonLd } from '../testing/units.js';
import { importUnits } from '../units/import/import.js';
import { addThing, listReferences, removeReference } from '../units/references.js';
import { createUnit } from '../units/write.js';
import { updateThing } from './change.js';
import {
  mergeThings,
  purgeReplacedThings,
  readThingAliases,
  replaceThings,
  restoreThing,
} from './merge.js';
import { readThing } from './read.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  const limits = { days: 7, maxValuesPerDay: 1_000_000 };
  await maintainHistory(database.pool, limits, { now: new Date(), mayPurge: true });
});
afterAll(() => database.close());

const start = Math.floor(Date.now() / 1000 - 3600) * 1000;
const at = (minutes: number) => start + minutes * 60_000;

/** Two lamps of a client, which were found five minutes apart. */
async function twoLamps() {
  const properties = { on: { type: 'boolean' } };
  const old = observedThing(database, properties);
  const { client, caller } = old;
  const { developer } = caller;
  const young = observedThing(database, properties, { client, developer });
  await old.find(at(0), { on: false });
  await young.find(at(5), { on: true });
  return {
    old,
    young,
    client,
    caller,
    merge: (from: string, into: string) =>
      mergeThings(needsOf(database), { client, developer, merged: [{ from, into }] }, patient),
    async alias(id: string, subject?: string) {
      const by = subject ? { developer, subject } : caller;
      const { aliases } = await readThingAliases(database, { caller: by, ids: [id] }, patient);
      return aliases[0]?.thing;
    },
    read: (id: string) => answerOne(readThing, database, { caller, id }),
    async history(id: string) {
      const period = { from: at(-1), to: Date.now() + 60_000, descending: false, limit: 100 };
      const series = await readValues(database, { caller, id, name: 'on', ...period }, patient);
      return series.items.flatMap((item) => ('value' in item ? [item.value] : []));
    },
  };
}

/** Saves a scene, and returns a function that reads its states. */
async function sceneOf(caller: Caller, states: SceneState[]) {
  const needs = needsOf(database, { scenes: 10 });
  const unit = newUnit(caller);
  await answerOne(createUnit, needs, unit);
  const id = randomUUID();
  await createScene(needs, { caller, id: unit.id, scene: id, name: 'Evening', states }, patient);
  return async () => (await readScene(needs, { caller, id }, patient)).states;
}

test('a merged thing leaves its attributes to the other one, whose own win', async () => {
  const { caller, old, young, merge, read } = await twoLamps();
  const set = (id: string, attributes: Record<string, string>) =>
    updateThing(needsOf(database), { caller, id, patch: {}, attributes }, patient);
  await set(old.id, { no: '1', floor: '2' });
  await set(young.id, { no: '9', room: 'hall' });
  await merge(young.id, old.id);
  expect(await read(old.id)).toMatchObject({ attributes: { no: '1', floor: '2', room: 'hall' } });
});

test('of many attributes a merged thing has as many as a thing may have, its own first', async () => {
  const { caller, old, young, merge, read } = await twoLamps();
  const many = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`${prefix}${n}`, 'x']));
  for (const [id, attributes] of [
    [old.id, many('z')],
    [young.id, many('a')],
  ] as const) {
    await updateThing(needsOf(database), { caller, id, patch: {}, attributes }, patient);
  }
  await merge(young.id, old.id);
  const names = Object.keys((await read(old.id)).attributes!);
  expect(names).toHaveLength(50);
  expect(names.filter((name) => name.startsWith('z'))).toHaveLength(40);
});

test('a merged thing leaves its units and title to the other one, and its id as an alias', async () => {
  const { caller, old, young, merge, alias, read } = await twoLamps();
  const unit = newUnit(caller);
  await answerOne(createUnit, needsOf(database), unit);
  await answerOne(addThing, database, { caller, id: unit.id, thing: young.id });
  await updateThing(needsOf(database), { caller, id: young.id, patch: { title: 'Mine' } }, patient);
  await merge(young.id, old.id);
  expect(await read(old.id)).toMatchObject({ title: 'Mine', values: { on: false } });
  await expect(read(young.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await alias(young.id)).toBe(old.id);
  expect(await alias(young.id, 'alice')).toBe(old.id);
  expect(await alias(young.id, 'bob')).toBeUndefined();
  const page = { limit: 10 };
  const inUnit = { caller, id: unit.id, relation: 'things' as const, page };
  expect(await answerOne(listReferences, database, inUnit)).toEqual({ items: [old.id] });
});

test('the history of a merged thing follows, and merging it again changes nothing', async () => {
  const { old, young, merge, history } = await twoLamps();
  await old.find(at(10), { on: true });
  await young.find(at(12), { on: false });
  await merge(young.id, old.id);
  await merge(young.id, old.id);
  await moveHistory(database.pool);
  await moveHistory(database.pool);
  expect(await history(old.id)).toEqual([false, true, true, false]);
});

test('aliases of a merged thing lead to the last one', async () => {
  const { old, young, merge, alias } = await twoLamps();
  const { client, caller } = old;
  const third = observedThing(database, {}, { client, developer: caller.developer });
  await third.find(at(6), {});
  await merge(young.id, old.id);
  await merge(old.id, third.id);
  expect(await alias(young.id)).toBe(third.id);
  expect(await alias(old.id)).toBe(third.id);
});

test('a poll that began before the merge does not bring the thing back; a later one may', async () => {
  const { old, young, merge, read } = await twoLamps();
  await merge(young.id, old.id);
  await expect(young.find(at(20), { on: true })).rejects.toMatchObject({ code: 'superseded' });
  await expect(read(young.id)).rejects.toMatchObject({ code: 'not_found' });
  await young.find(Date.now() + 1_000, { on: true });
  expect(await read(young.id)).toMatchObject({ values: { on: true } });
});

test('a replaced thing is an alias, and restored as it was within a day', async () => {
  const { caller, old, young, alias, read } = await twoLamps();
  const { developer } = caller;
  const unit = newUnit(caller);
  await answerOne(createUnit, needsOf(database), unit);
  await answerOne(addThing, database, { caller, id: unit.id, thing: young.id });
  await updateThing(needsOf(database), { caller, id: young.id, patch: { title: 'New' } }, patient);
  const before = await read(young.id);
  const [first, second] = [randomUUID(), randomUUID()];
  const replace = () => {
    const replaced = [{ thing: old.id, by: young.id }];
    return replaceThings(needsOf(database), { client: second, developer, replaced }, patient);
  };
  const restore = () => {
    const both = { thing: old.id, by: young.id };
    return restoreThing(needsOf(database), { ...both, client: first, developer }, patient);
  };
  const inUnit = { caller, id: unit.id, relation: 'things' as const, page: { limit: 10 } };
  await replace();
  await replace();
  expect(await read(old.id)).toMatchObject({ title: 'Sensor', creator: { id: second } });
  expect(await alias(young.id)).toBe(old.id);
  expect(await answerOne(listReferences, database, inUnit)).toEqual({ items: [] });
  await restore();
  await restore();
  expect(await read(young.id)).toEqual({ ...before, modified: expect.any(String) });
  expect(await read(old.id)).toMatchObject({ creator: { id: first } });
  expect(await alias(young.id)).toBeUndefined();
  expect(await answerOne(listReferences, database, inUnit)).toEqual({ items: [young.id] });
  await replace();
  await purgeReplacedThings(database.pool, new Date(Date.now() + 25 * 60 * 60_000));
  await restore();
  expect(await alias(young.id)).toBe(old.id);
});

test('a unit is linked to a merged thing by its old id, and the link is removed by it', async () => {
  const { caller, old, young, merge } = await twoLamps();
  await merge(young.id, old.id);
  const unit = newUnit(caller);
  await answerOne(createUnit, needsOf(database), unit);
  const inUnit = { caller, id: unit.id, relation: 'things' as const, page: { limit: 10 } };
  const things = async () => (await answerOne(listReferences, database, inUnit)).items;
  await answerOne(addThing, database, { caller, id: unit.id, thing: young.id });
  expect(await things()).toEqual([old.id]);
  const other = { caller: { developer: 'stranger' }, id: unit.id, thing: young.id };
  await expect(answerOne(addThing, database, other)).rejects.toMatchObject({ code: 'not_found' });
  await answerOne(removeReference, database, {
    caller,
    id: unit.id,
    relation: 'things',
    other: young.id,
  });
  expect(await things()).toEqual([]);
  const { name, type } = unit;
  const lines = [{ id: unit.id, name, type, things: [young.id] }];
  const needs = { ...database, jsonLd: withoutJsonLd };
  await importUnits(needs, { caller, lines }, patient);
  expect(await things()).toEqual([old.id]);
});

test('the aliases of a replaced thing are its own again once it is restored', async () => {
  const { caller, client, old, young, merge, alias } = await twoLamps();
  const { developer } = caller;
  const third = observedThing(database, { on: { type: 'boolean' } }, { client, developer });
  await third.find(at(6), { on: true });
  await merge(third.id, young.id);
  const replaced = [{ thing: old.id, by: young.id }];
  await replaceThings(needsOf(database), { client, developer, replaced }, patient);
  expect(await alias(third.id)).toBe(old.id);
  await restoreThing(needsOf(database), { ...replaced[0]!, client, developer }, patient);
  expect(await alias(third.id)).toBe(young.id);
});

const state = (thing: string, on: boolean): SceneState => ({ thing, properties: { on } });

test('a scene shows the thing that stays, with its own state if it has one', async () => {
  const { caller, old, young, merge } = await twoLamps();
  const alone = await sceneOf(caller, [state(young.id, true)]);
  const both = await sceneOf(caller, [state(young.id, true), state(old.id, false)]);
  await merge(young.id, old.id);
  expect(await alone()).toEqual([state(old.id, true)]);
  expect(await both()).toEqual([state(old.id, false)]);
  await young.find(Date.now() + 1_000, { on: true });
  expect(await both()).toEqual([state(young.id, true), state(old.id, false)]);
});

test('a scene shows a thing in place of the one that it was replaced by', async () => {
  const { client, caller, old, young } = await twoLamps();
  const { developer } = caller;
  const shown = await sceneOf(caller, [state(young.id, true)]);
  const replaced = [{ thing: old.id, by: young.id }];
  await replaceThings(needsOf(database), { client, developer, replaced }, patient);
  expect(await shown()).toEqual([state(old.id, true)]);
  await restoreThing(needsOf(database), { ...replaced[0]!, client, developer }, patient);
  expect(await shown()).toEqual([state(young.id, true)]);
});

test('things of another client or account stay as they are', async () => {
  const { old, read, merge } = await twoLamps();
  const other = observedThing(database, {});
  await other.find(at(1), {});
  await merge(old.id, other.id);
  await merge(other.id, old.id);
  expect(await read(old.id)).toMatchObject({ id: old.id });
});
