import { expect, test } from '@jest/globals';
import { Misconfigured } from './failure.js';
import { pinOnFirstUse, setIfAbsent } from './context.js';
import { emptyMemory } from './testing/context.js';

test('the first certificate of a device is trusted, and no other one', async () => {
  const memory = emptyMemory();
  await pinOnFirstUse(memory, 'The bridge')('AB:CD');
  const pin = pinOnFirstUse(memory, 'The bridge');
  await pin('AB:CD');
  await expect(pin('EF:01')).rejects.toThrow(Misconfigured);
  await expect(pin('EF:01')).rejects.toThrow(/^The bridge /);
});

test('several devices of a client each have a certificate of their own', async () => {
  const memory = emptyMemory();
  await pinOnFirstUse(memory, 'one.local', 'certificate one.local')('AB:CD');
  await pinOnFirstUse(memory, 'two.local', 'certificate two.local')('EF:01');
  const pin = pinOnFirstUse(memory, 'one.local', 'certificate one.local');
  await expect(pin('EF:01')).rejects.toThrow(Misconfigured);
});

test('a memory keeps what was stored', async () => {
  const memory = emptyMemory();
  expect(await memory.get('key')).toBeUndefined();
  expect(await setIfAbsent(memory, 'key', 'first')).toBe('first');
  expect(await setIfAbsent(memory, 'key', 'second')).toBe('first');
  expect(await memory.replace('key', 'second', 'other')).toBe(false);
  expect(await memory.replace('key', 'second', 'first')).toBe(true);
  await memory.set('key', 'third');
  expect(await memory.get('key')).toBe('third');
  await memory.delete('key');
  expect(await memory.get('key')).toBeUndefined();
});
