import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createProject } from '../packages/project.js';
import { CommandError } from '../command-line.js';
import { createPackage } from './package.js';

const author = createProject();
afterAll(() => author.remove());

test('a folder with something in it is left alone', () => {
  const full = join(author.folder, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'notes.txt'), 'mine');
  expect(() => createPackage(full, { type: 'acme-hub' })).toThrow(CommandError);
});
