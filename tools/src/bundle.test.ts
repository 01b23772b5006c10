import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Bundles an app anew; returns the digest of each file of the bundle, by its path. */
function bundle(app: string): Record<string, string> {
  const cwd = join(root, 'apps', app);
  const folder = mkdtempSync(join(cwd, 'dist.'));
  folders.push(folder);
  const program = join(root, 'tools/src/bundle.mjs');
  const { status, stderr } = spawnSync(process.execPath, [program, basename(folder)], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(folder.length + 1),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

test.each(['units-service', 'connector-runtime', 'accounts-service'])(
  'two bundles of %s from the same sources are the same, byte by byte',
  (app) => {
    const first = bundle(app);
    expect(Object.keys(first)).toEqual(expect.arrayContaining(['main.js', 'LICENSES.txt']));
    expect(bundle(app)).toEqual(first);
  },
);
