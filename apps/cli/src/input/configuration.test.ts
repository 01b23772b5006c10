import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { completeConfiguration, readAssignments } from './configuration.js';

const schema = {
  properties: {
    devices: { type: 'integer' },
    code: { type: 'string' },
    key: { type: 'string', format: 'password' },
    interval_ms: { type: 'integer', default: 5000 },
  },
  required: ['devices', 'key', 'interval_ms'],
};

test('assignments are parsed by the types of their members', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-cli-'));
  const file = join(directory, 'key');
  await writeFile(file, 'a secret');
  expect(await readAssignments(schema, ['devices=5', 'code=007', `key=@${file}`, 'x=y'])).toEqual({
    devices: 5,
    code: '007',
    key: 'a secret',
    x: 'y',
  });
  await expect(readAssignments(schema, ['devices=five'])).rejects.toThrow('not valid JSON');
  await expect(readAssignments(schema, ['key=@/none'])).rejects.toThrow('cannot be read');
  await rm(directory, { recursive: true });
});

test.each([
  ['a secret\n', 'a secret'],
  ['a secret\r\n', 'a secret'],
  ['two\nlines\n\n', 'two\nlines\n'],
  [' a secret ', ' a secret '],
])('the file %j gives %j', async (content, key) => {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-cli-'));
  const file = join(directory, 'key');
  await writeFile(file, content);
  expect(await readAssignments(schema, [`key=@${file}`])).toEqual({ key });
  await rm(directory, { recursive: true });
});

test('no file is read with files: false', async () => {
  const options = { files: false };
  expect(await readAssignments(schema, ['key=@/etc/hostname'], options)).toEqual({
    key: '@/etc/hostname',
  });
});

test('without a terminal, missing members are reported', async () => {
  await expect(completeConfiguration(schema, { devices: 1 }, false)).rejects.toMatchObject({
    message: 'The configuration lacks key.',
    exitCode: 2,
  });
  const given = { devices: 1, key: 'any' };
  expect(await completeConfiguration(schema, given, false)).toEqual(given);
});
