import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));
const built = join(root, 'apps/console/dist');

/** The most that the page of the console may load before it shows anything (bytes, compressed by Brotli). */
const maxBytes = 200_000;

test('the page of the console loads less than 200 KB before it shows anything', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const loaded = [...page.matchAll(/(?:src|href)="\/console\/([^"]+\.(?:js|css))"/g)];
  const files = ['index.html', ...loaded.map(([, file]) => file!)];
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(0);
  expect(files.filter((file) => file.endsWith('.css')).length).toBeGreaterThan(0);
  const bytes = files.reduce((sum, file) => sum + statSync(join(built, `${file}.br`)).size, 0);
  expect(bytes).toBeLessThan(maxBytes);
});
