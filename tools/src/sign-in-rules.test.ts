import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The lines of OWASP ASVS that docs/sign-in.md lists. */
const entries = read('docs/sign-in.md')
  .split(/^- /m)
  .slice(1)
  .map((entry) => entry.replaceAll(/\s+/g, ' '));

test('the tests that docs/sign-in.md names exist', () => {
  const named = entries.flatMap((entry) => [...entry.matchAll(/\(`([\w-]+\.test\.ts)`: (.+?)\)/g)]);
  expect(named.length).toBeGreaterThan(9);
  const missing = named
    .map(([, file, name]) => ({ file, name }))
    .filter(({ file, name }) => !read(`e2e/src/${file}`).includes(`test('${name}'`));
  expect(missing).toEqual([]);
});

test('sign-in-rules.test.ts has a test for each line that refers to it', () => {
  const names = read('e2e/src/sign-in-rules.test.ts').matchAll(/test\('([\d., ]+):/g);
  const tested = [...names].flatMap(([, lines]) => lines!.split(', '));
  const referring = entries.filter((entry) => entry.includes('(`sign-in-rules.test.ts`)'));
  expect(referring.length).toBeGreaterThan(9);
  const linesOf = (entry: string) => entry.split(':')[0]!.split(/, |–/);
  expect(
    referring.filter((entry) => !linesOf(entry).some((line) => tested.includes(line))),
  ).toEqual([]);
});
