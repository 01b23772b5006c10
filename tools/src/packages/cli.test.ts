import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { testPackage } from './test-package.js';

const project = testPackage('apps/cli');

test('the installed program runs', () => {
  const manifest = resolve(import.meta.dirname, '../../../apps/cli/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(project.run('npx', 'trellis', '--version').trim()).toBe(version);
  expect(project.run('npx', 'trellis', 'things', '--help')).toContain('watch');
});
