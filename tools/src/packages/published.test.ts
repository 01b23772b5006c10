import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

/** The others are private: `npm publish` refuses them. */
test('the packages with a test here are those that can be published', () => {
  const manifests = ['apps', 'libs']
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .map((folder) => join(folder, 'package.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; private?: boolean });
  const published = manifests.filter((manifest) => !manifest.private).map(({ name }) => name);
  const tested = readdirSync(import.meta.dirname).map((file) => `@trellis/${file.split('.')[0]}`);
  expect(published.length).toBeGreaterThan(0);
  expect(tested).toEqual(expect.arrayContaining(published));
});

test('the clients in other languages have the version, address and license of the repository', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const { version, repository } = JSON.parse(read('package.json')) as {
    version: string;
    repository: { url: string };
  };
  const address = /\/\/(.*)\.git$/.exec(repository.url)![1]!;
  expect(read('clients/python/pyproject.toml')).toContain(`\nversion = "${version}"\n`);
  expect(read('clients/python/pyproject.toml')).toContain(`"https://${address}"`);
  expect(read('clients/go/go.mod')).toMatch(`module ${address}/clients/go\n`);
  expect(read('clients/go/README.md')).toContain(`go get ${address}/clients/go\n`);
  for (const client of ['python', 'go'])
    expect(read(`clients/${client}/LICENSE`)).toBe(read('LICENSE'));
});
