import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const root = new URL('../../../', import.meta.url);

test('generated files that are committed are part of the images, which do not generate them', () => {
  const files = execFileSync('git', ['ls-files', '*/src/generated/*'], { cwd: root });
  const folders = String(files)
    .split('\n')
    .flatMap((file) => /^.*\/src\/generated/.exec(file) ?? []);
  const rules = readFileSync(new URL('.dockerignore', root), 'utf8').split('\n');
  expect(folders.length).toBeGreaterThan(0);
  expect(rules).toEqual(expect.arrayContaining(folders.map((folder) => `!${folder}`)));
});
