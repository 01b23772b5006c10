import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { thingVersion, type AttributesPatch, type Caller } from '@trellis/contracts';
import { answerOne } from '@trellis/testing';
import { patient } from '../testing/context.js';
import { openTestDatabase, type TestDatabase } from '../testing/database.js';
import { createThing, updateThing } from './change.js';
import { describeThings, readThing } from './read.js';
import { upsertThings } from './upsert.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const hints: unknown[] = [];
const needs = () => ({
  ...database,
  publishThingsHint: (_developer: string, hint: unknown) => void hints.push(hint),
});
const state = {
  title: 'Lamp',
  types: ['Light'],
  description: 'In the hall',
  properties: { on: { type: 'boolean' as const }, dim: { type: 'integer' as const, maximum: 5 } },
  actions: { blink: {} },
  events: {},
  values: { on: false, dim: 1 },
  available: true,
};

type Patch = Record<string, unknown>;

const accessTo = (caller: Caller, id: string) => ({
  id,
  caller,
  read: () => answerOne(readThing, database, { caller, id }),
  patch: (
    patch: Patch,
    more: { expected?: string[]; caller?: Caller; attributes?: AttributesPatch } = {},
  ) => updateThing(needs(), { caller, id, patch, ...more }, patient),
});

async function thingOfApp() {
  const caller = { developer: randomUUID(), subject: 'alice' };
  const id = randomUUID();
  await answerOne(createThing, needs(), { caller, id, app: 'app', state });
  return accessTo(caller, id);
}

async function thingOfConnector() {
  const developer = randomUUID();
  const [client, id] = [randomUUID(), randomUUID()];
  const find = (more: Partial<typeof state> = {}) =>
    answerOne(upsertThings, needs(), {
      client,
      developer,
      subject: 'alice',
      things: [{ id, ...state, ...more }],
      vanished: [],
    });
  await find();
  return { client, find, ...accessTo({ developer, subject: 'alice' }, id) };
}

async function updates(thing: string): Promise<number> {
  const [row] = await database.prisma.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM changes
    WHERE resource = ${thing}::uuid AND kind = 'thing_updated'`;
  return row.count;
}

describe('a thing of an app', () => {
  test('has all of its definition patched, and keeps its values', async () => {
    const { id, read, patch } = await thingOfApp();
    const { version } = await patch({
      title: 'Reading lamp',
      description: null,
      types: ['Light', 'OnOffSwitch'],
      properties: { dim: { maximum: 10, unit: 'percent' } },
      actions: { blink: null, fade: { idempotent: true } },
    });
    const changed = await read();
    expect(changed).toMatchObject({
      title: 'Reading lamp',
      types: ['Light', 'OnOffSwitch'],
      properties: {
        on: { type: 'boolean' },
        dim: { type: 'integer', maximum: 10, unit: 'percent' },
      },
      values: { on: false, dim: 1 },
    });
    expect(changed.actions).toEqual({ fade: { idempotent: true } });
    expect(changed.description).toBeUndefined();
    expect(thingVersion(changed, 'app')).toBe(version);
    expect(await updates(id)).toBe(1);
    expect(hints.at(-1)).toEqual({ things: [id], subjects: ['alice'] });
  });

  test('loses the value of a property with the property', async () => {
    const { read, patch } = await thingOfApp();
    await patch({ properties: { dim: null } });
    expect(await read()).toMatchObject({ values: { on: false } });
    await patch({ properties: { dim: { type: 'integer' } } });
    expect((await read()).values).toEqual({ on: false });
  });

  test('stays as it is when the result is not valid, or not expected', async () => {
    const { read, patch } = await thingOfApp();
    const before = await read();
    await expect(patch({ title: null })).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/title' }] },
    });
    await expect(patch({ properties: { on: { type: 'colour' } } })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/properties/on/type' }] },
    });
    await expect(patch({ title: 'A' }, { expected: ['other'] })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await expect(
      patch({ title: 'A' }, { caller: { developer: 'stranger' } }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await read()).toEqual(before);
    await patch({ title: 'A' }, { expected: [thingVersion(before, 'app')] });
  });
});

describe('a thing of a connector', () => {
  test('keeps a title of its own until it is null, whatever the connector finds', async () => {
    const { id, caller, find, read, patch } = await thingOfConnector();
    const { version } = await patch({ title: 'Reading lamp' });
    expect(thingVersion(await read(), 'app')).toBe(version);
    await find({ title: 'Lamp 2' });
    expect(await read()).toMatchObject({ title: 'Reading lamp' });
    expect(await updates(id)).toBe(1);
    const page = { limit: 10 };
    expect(await answerOne(describeThings, database, { caller, page })).toMatchObject({
      items: [{ title: 'Reading lamp' }],
    });
    await patch({});
    expect(await read()).toMatchObject({ title: 'Reading lamp' });
    await patch({ title: null });
    expect(await read()).toMatchObject({ title: 'Lamp 2' });
    expect(await updates(id)).toBe(2);
  });

  test('takes nothing else', async () => {
    const { client, patch, read } = await thingOfConnector();
    await expect(patch({ title: 'A', description: 'B' })).rejects.toMatchObject({
      code: 'made_by_connector',
      extras: {
        existing: { kind: 'client', id: client },
        errors: [{ pointer: '/description' }],
      },
    });
    await expect(patch({ title: '' })).rejects.toMatchObject({
      extras: { errors: [{ pointer: '/title' }] },
    });
    expect(await read()).toMatchObject({ title: 'Lamp' });
  });
});

describe('attributes', () => {
  test('are merged, and removed by null and by empty texts, of things of apps and of connectors', async () => {
    for (const { read, patch } of [await thingOfApp(), await thingOfConnector()]) {
      const attributes = { customer_no: '4711', tariff: 'basic' };
      await patch({}, { attributes });
      expect(await read()).toMatchObject({ attributes, title: 'Lamp' });
      await patch({ title: 'Mine' }, { attributes: { tariff: '', floor: '2', room: null } });
      expect(await read()).toMatchObject({
        attributes: { customer_no: '4711', floor: '2' },
        title: 'Mine',
      });
      await patch({ title: 'Still mine' });
      expect(await read()).toMatchObject({ attributes: { customer_no: '4711', floor: '2' } });
      await patch({}, { attributes: null });
      expect(await read()).not.toHaveProperty('attributes');
    }
  });

  test('stay through polls, and are an update of their own', async () => {
    const { id, find, patch, read } = await thingOfConnector();
    await patch({}, { attributes: { no: '1' } });
    expect(await updates(id)).toBe(1);
    await find({ title: 'Renamed', values: { on: true, dim: 3 } });
    expect(await read()).toMatchObject({ title: 'Renamed', attributes: { no: '1' } });
  });

  test('are at most fifty', async () => {
    const { patch, read } = await thingOfApp();
    const many = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${from + n}`, 'x']));
    await patch({}, { attributes: many(0, 50) });
    await expect(patch({}, { attributes: many(50, 1) })).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/attributes', detail: 'Must have at most 50 members.' }] },
    });
    await patch({}, { attributes: { ...many(50, 1), a0: null } });
    expect(Object.keys((await read()).attributes!)).toHaveLength(50);
  });

  test('are part of the version for apps, and not for end users', async () => {
    const { patch, read } = await thingOfApp();
    const [before, shown] = [await read(), { attributes: { no: '1' } }];
    const ofApp = [thingVersion(before, 'app')];
    const ofEndUser = [thingVersion(before, 'end-user')];
    const { version } = await patch({}, { ...shown, expected: ofApp });
    expect(version).toBe(thingVersion(await read(), 'app'));
    await expect(patch({ title: 'A' }, { expected: ofApp })).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await patch({ title: 'A' }, { expected: ofEndUser });
    expect(await read()).toMatchObject(shown);
  });
});
