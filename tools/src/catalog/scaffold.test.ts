import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { toEntry } from '@trellis/catalog/entries';
import { openRecorded, recorded, showDevice, startRecorded } from '@trellis/catalog/testing';
import { discover } from '@trellis/connector-sdk';
import { parse } from 'yaml';
import { createVendor } from './scaffold.js';

const vendors = mkdtempSync(join(tmpdir(), 'vendors-'));
afterAll(() => rmSync(vendors, { recursive: true }));

test('a new vendor has a description that its recorded answers fit', async () => {
  createVendor(vendors, { id: 'acme-cloud', name: 'Acme Cloud', number: 321 });
  const read = (name: string): unknown =>
    parse(readFileSync(join(vendors, 'acme-cloud', `${name}.yaml`), 'utf8'));
  const entry = toEntry('acme-cloud', read('vendor'));
  expect(entry).toMatchObject({ number: 321, name: 'Acme Cloud' });
  const { cases } = recorded.parse(read('recorded'));
  const server = await startRecorded(cases[0]!);
  try {
    const { entities, problems } = await discover(...openRecorded(entry, cases[0]!, server));
    expect(problems).toEqual([]);
    expect(entities.map(showDevice)).toEqual(cases[0]!.devices);
  } finally {
    await server.stop();
  }
});

test.each([
  ['acme-cloud', 'Acme', /exists already/],
  ['x-acme', 'Acme', /lowercase letters/],
  ['Acme', 'Acme', /lowercase letters/],
  ['other', 'A: b', /name has/],
])('%s, %s is refused', (id, name, message) => {
  expect(() => createVendor(vendors, { id, name, number: 1 })).toThrow(message);
});
