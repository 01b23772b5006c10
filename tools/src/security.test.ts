import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/security.md`, 'utf8');

/** The tests that a text names, each in a line of a list. */
const namedIn = (text: string) =>
  [...text.matchAll(/^- `([^`]+\.test\.ts)`: (.+)$/gm)].map(([, file, name]) => [file!, name!]);

describe('docs/security.md', () => {
  test('names tests for each of the ten risks', () => {
    const sections = page.split(/^### /m).slice(1);
    expect(sections.map((section) => /^API\d+/.exec(section)?.[0])).toEqual(
      Array.from({ length: 10 }, (_, index) => `API${index + 1}`),
    );
    for (const section of sections) expect(namedIn(section).length).toBeGreaterThan(1);
  });

  test.each(namedIn(page))('%s has the test "%s"', (file, name) => {
    const path = `${root}/${file}`;
    expect(existsSync(path)).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain(`'${name}'`);
  });
});
