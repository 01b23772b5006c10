import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { truncateBefore, wholeUnits, type Position } from './unit-lines.js';

const id = (number: number) => `01a1fb49-0d50-7523-8e7b-${String(number).padStart(12, '0')}`;
const line = (number: number, rest = '') => `{"id":"${id(number)}","name":"Ü${rest}"}\n`;

/** Returns the output for a text in chunks of a size, optionally ending with a failure. */
async function passedOn(text: string, size: number, failure?: Error) {
  const position: Position = { next: undefined };
  const bytes = Buffer.from(text);
  async function* body() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    if (failure) throw failure;
  }
  let passed = '';
  try {
    for await (const lines of wholeUnits(body(), position)) passed += Buffer.from(lines).toString();
  } catch (error) {
    if (error !== failure) throw error;
  }
  return { passed, next: position.next };
}

test.each([1, 7, 64, 1000])('chunks of %d bytes yield complete units', async (size) => {
  const all = line(1) + line(2) + line(2, 'more') + line(3);
  expect(await passedOn(all, size)).toMatchObject({ passed: all });
  const cut = all.slice(0, all.indexOf('more'));
  expect(await passedOn(cut, size, new TypeError())).toEqual({ passed: line(1), next: id(2) });
});

test.each([
  ['an incomplete line', line(1) + line(2).slice(0, 50), line(1)],
  ['the lines of the unit itself', line(1) + line(2) + line(2, 'more'), line(1)],
  ['nothing else', line(1), line(1)],
])('of a file that is continued goes %s', async (_what, before, after) => {
  const directory = await mkdtemp(join(tmpdir(), 'trellis-cli-'));
  const file = join(directory, 'units.ndjson.part');
  await writeFile(file, before);
  expect(await truncateBefore(file, id(2))).toBe(Buffer.byteLength(after));
  expect(await readFile(file, 'utf8')).toBe(after);
  expect(await truncateBefore(join(directory, 'none'), id(2))).toBe(0);
  await rm(directory, { recursive: true });
});
