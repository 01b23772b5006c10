import { expect, test } from '@jest/globals';
import { AnotherDevice } from './failure.js';
import { pinOnFirstUse, requireSameDevice, setIfAbsent } from './context.js';
import { emptyMemory } from './testing/context.js';

test('the first certificate of a device is trusted, and no other one', async () => {
  const memory = emptyMemory();
  await pinOnFirstUse(memory, 'bridge')('AB:CD');
  const pin = pinOnFirstUse(memory, 'bridge');
  await pin('AB:CD');
  await expect(pin('EF:01')).rejects.toThrow(AnotherDevice);
  await expect(pin('EF:01')).rejects.toThrow(/^Another bridge /);
});

test('the first device that answers is known by its id, and another one is refused', async () => {
  const memory = emptyMemory();
  await requireSameDevice(memory, 'hub', 'urn:one');
  await requireSameDevice(memory, 'hub', 'urn:one');
  await expect(requireSameDevice(memory, 'hub', 'urn:two')).rejects.toThrow(AnotherDevice);
  await requireSameDevice(memory, 'hub', 'urn:one');
});

test('several devices of a client each have a certificate of their own', async () => {
  const memory = emptyMemory();
  await pinOnFirstUse(memory, 'hub', 'certificate one.local')('AB:CD');
  await pinOnFirstUse(memory, 'hub', 'certificate two.local')('EF:01');
  const pin = pinOnFirstUse(memory, 'hub', 'certificate one.local');
  await expect(pin('EF:01')).rejects.toThrow(AnotherDevice);
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
