import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setIfAbsent } from '@trellis/connector-sdk';
import { createSealing, generateKey } from '@trellis/sealing';
import { insertClient } from '../testing/clients.js';
import { testDatabase, type TestDatabase } from '../testing/database.js';
import { openMemory } from './memory.js';

let testing: TestDatabase;
beforeAll(async () => {
  testing = await testDatabase();
});
afterAll(() => testing.close());

/** The memory of a new client, opened anew each time, as by another worker. */
async function memoryOfClient() {
  const needs = { ...testing, sealing: createSealing(generateKey()) };
  const client = await insertClient(needs, 'test');
  const row = () => testing.database.client.findUniqueOrThrow({ where: { id: client.id } });
  return { open: (read?: string | null) => openMemory(needs, client, read), row };
}

test('a text that was set is there for every worker, encrypted, until it is deleted', async () => {
  const { open, row } = await memoryOfClient();
  expect(await open().get('key')).toBeUndefined();
  await open().set('key', 'hunter2');
  await open().set('other', 'b');
  expect(await open().get('key')).toBe('hunter2');
  expect((await row()).memory).not.toContain('hunter2');
  await open().delete('key');
  expect(await open().get('key')).toBeUndefined();
  expect(await open().get('other')).toBe('b');
});

test('texts that were moved from another client are not there', async () => {
  const needs = { ...testing, sealing: createSealing(generateKey()) };
  const one = await insertClient(needs, 'test');
  const other = await insertClient(needs, 'test');
  await openMemory(needs, one).set('key', 'hunter2');
  const { memory } = await testing.database.client.findUniqueOrThrow({ where: { id: one.id } });
  for (const data of [{ memory }, { memory: one.configuration }]) {
    await testing.database.client.update({ where: { id: other.id }, data });
    await expect(openMemory(needs, other).get('key')).rejects.toThrow();
  }
});

test('the first of several workers sets a text that was absent, and all see it', async () => {
  const { open } = await memoryOfClient();
  const stored = await Promise.all(
    ['a', 'b', 'c'].map((value) => setIfAbsent(open(), 'key', value)),
  );
  expect(new Set(stored)).toEqual(new Set([await open().get('key')]));
});

test('a text is replaced only if nobody else has changed it', async () => {
  const { open } = await memoryOfClient();
  await open().set('key', 'a');
  const replaced = await Promise.all(
    ['b', 'c', 'd'].map((value) => open().replace('key', value, 'a')),
  );
  expect(replaced.filter(Boolean)).toHaveLength(1);
  expect(await open().replace('key', 'e')).toBe(false);
});

test('texts that are set at the same time are all stored', async () => {
  const { open } = await memoryOfClient();
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((name) => open().set(name, name)));
  expect(await Promise.all(names.map((name) => open().get(name)))).toEqual(names);
});

test('what was just read answers the first look alone', async () => {
  const { open } = await memoryOfClient();
  const [first, second] = [open(null), open(null)];
  await open().set('key', 'a');
  expect(await first.get('key')).toBeUndefined();
  expect(await first.get('key')).toBe('a');
  await second.set('other', 'b');
  expect([await open().get('key'), await open().get('other')]).toEqual(['a', 'b']);
});

test('names of members that every object has are names like any other', async () => {
  const { open } = await memoryOfClient();
  expect(await open().get('constructor')).toBeUndefined();
  expect(await setIfAbsent(open(), 'constructor', 'a')).toBe('a');
});

test('more than 16 KiB are refused, and what was stored stays', async () => {
  const { open } = await memoryOfClient();
  await open().set('key', 'x'.repeat(10_000));
  await expect(open().set('other', 'x'.repeat(10_000))).rejects.toThrow('16384 bytes');
  expect(await open().get('other')).toBeUndefined();
  expect(await open().get('key')).toHaveLength(10_000);
});
