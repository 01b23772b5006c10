import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the tests that docs/sign-in.md names exist', () => {
  const named = [...read('docs/sign-in.md').matchAll(/`([\w-]+\.test\.ts)`: (.+?) +\|$/gm)];
  expect(named.length).toBeGreaterThan(15);
  const missing = named
    .map(([, file, name]) => ({ file, name }))
    .filter(({ file, name }) => !read(`e2e/src/${file}`).includes(`test('${name}'`));
  expect(missing).toEqual([]);
});
