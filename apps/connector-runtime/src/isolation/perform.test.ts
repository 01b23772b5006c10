import { expect, test } from '@jest/globals';
import { property, type Device, type SharedBudget } from '@trellis/connector-sdk';
import { contextFor } from '@trellis/connector-sdk/testing';
import { testConnector } from '../testing/connector.js';
import { TooCostly, type Isolation } from './isolation.js';
import { performOrIsolate } from './perform.js';

/** A connector that receives so many bytes to find its lamp. `write` returns where it was written. */
function lamps({ bytes }: { bytes: number }) {
  const written: string[] = [];
  const lamp: Device = {
    id: 'lamp',
    title: 'Lamp',
    abilities: [property('on', { type: 'boolean' }, { write: (on: unknown) => on })],
  };
  const connector = testConnector({
    async poll({ effort }) {
      if (!effort!.take('bytes', bytes)) throw new Error('The answer is too long.');
      return { devices: [lamp] };
    },
    send: async () => void written.push('here'),
  });
  const isolation: Isolation = {
    discover: () => Promise.reject(new Error('It is not polled.')),
    async perform(_connector, _context, { isHeavy }) {
      written.push(isHeavy ? 'alone' : 'elsewhere');
      return {};
    },
    close: () => undefined,
  };
  const contextWith = (effort?: SharedBudget) => ({ ...contextFor(connector), effort });
  const write = async (level: string | null) => {
    const request = { device: 'lamp', values: { on: true } };
    const options = { developer: 'acme', level };
    await performOrIsolate(isolation, connector, contextWith, options, request);
    return written.splice(0);
  };
  return { write };
}

test.each([
  [null, 'here'],
  ['shared', 'elsewhere'],
  ['separate', 'alone'],
])('a device of a client whose polls run at the level %s is written %s', async (level, where) => {
  expect(await lamps({ bytes: 3_000_000 }).write(level)).toEqual([where]);
});

test('a device that takes too much to be found is not written', async () => {
  const { write } = lamps({ bytes: 5_000_000 });
  await expect(write(null)).rejects.toBeInstanceOf(TooCostly);
  expect(await write('shared')).toEqual(['elsewhere']);
});
