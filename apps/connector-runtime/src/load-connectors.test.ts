import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { catalog } from '@trellis/catalog';
import { connectors as programmed } from '@trellis/connectors';
import { ConfigurationError } from '@trellis/platform';
import { loadConnectors } from './load-connectors.js';

const connectors = [...programmed, ...catalog];

const folder = mkdtempSync(join(tmpdir(), 'connectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

const connector = (members: object = {}) => `({
  id: 4711, typeId: 'acme-hub', name: 'Acme', description: 'Acme.', logo: '',
  instance: { schema: { safeParse() {} }, sample: {} },
  client: { schema: { safeParse() {} }, sample: {} },
  poll() {},
  ...${JSON.stringify(members)},
})`;

/** Creates a package whose module is this text; returns its path. */
function packageOf(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', main: 'index.js' }));
  writeFileSync(join(path, 'index.js'), text);
  return path;
}

test('connectors of packages are added to those of Trellis: one, or a list', async () => {
  const one = packageOf('one', `export default ${connector()};`);
  const other = connector({ id: 5000, typeId: 'other' });
  const third = connector({ id: 5001, typeId: 'third' });
  const list = packageOf('list', `export default [${other}, ${third}];`);
  const loaded = await loadConnectors(`${one}, ${list},`);
  expect(loaded.slice(0, connectors.length)).toEqual(connectors);
  expect(loaded.slice(connectors.length).map(({ id, typeId }) => [id, typeId])).toEqual([
    [4711, 'acme-hub'],
    [5000, 'other'],
    [5001, 'third'],
  ]);
  expect(await loadConnectors()).toEqual(connectors);
});

test.each<[string, string, RegExp]>([
  ['of Trellis', connector({ typeId: 'netatmo' }), /type netatmo is that of .* Trellis/],
  ['of another package', `[${connector()}, ${connector({ id: 9999 })}]`, /type acme-hub is/],
  ['twice', `[${connector()}, ${connector({ typeId: 'b' })}]`, /number 4711 is that of/],
  ['below those of packages', connector({ id: 8 }), /id: .*1000/],
  ['of types of accounts', connector({ id: 2 ** 30 }), /id: /],
  ['with the prefix of accounts', connector({ typeId: 'x-acme' }), /typeId: .*x-/],
  ['that is none', '({})', /is no connector: id/],
  ['without a connector', '[]', /no connector/],
  ['that throws', "(() => { throw new Error('No license') })()", /cannot be loaded: No license/],
])('a package is refused by name: an id or export %s', async (what, text, why) => {
  const path = packageOf(what.replaceAll(' ', '-'), `export default ${text};`);
  const loaded = loadConnectors(path);
  await expect(loaded).rejects.toBeInstanceOf(ConfigurationError);
  await expect(loaded).rejects.toThrow(why);
  await expect(loaded).rejects.toThrow(`CONNECTORS: ${path}: `);
});

test('a package that is not installed is named', async () => {
  const loaded = loadConnectors('@acme/not-installed');
  await expect(loaded).rejects.toThrow('CONNECTORS: @acme/not-installed: cannot be loaded');
});
