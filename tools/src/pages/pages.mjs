import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The web pages, as folders in `apps`. */
export const pages = ['connect', 'console'];

/** The file in a built page that has the digest of its sources. */
export const stampOf = (page) => join(root, 'apps', page, 'dist/.sources');

/** Builds a page unless it has been built from its sources as they are. */
export function bringPageUpToDate(page) {
  if (existsSync(stampOf(page)) && readFileSync(stampOf(page), 'utf8') === digestOf(page)) return;
  const program = join(root, 'tools/src/build-page.mjs');
  // A process of its own: Vite works in the current folder, and is loaded only where there is something to build.
  const options = { cwd: join(root, 'apps', page), stdio: ['ignore', 2, 2] };
  const { status } = spawnSync(process.execPath, [program], options);
  if (status !== 0) throw new Error(`The page ${page} could not be built.`);
}

/** The digest of everything that a page is built from. */
export function digestOf(page) {
  const hash = createHash('sha256');
  for (const file of sourcesOf(page))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function sourcesOf(page) {
  const folders = [join('apps', page), 'libs/client/src', 'tools/src/pages'];
  return [...folders.flatMap(filesIn), 'package-lock.json'];
}

/** The files in a folder and below it, without what is built or installed. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !/^dist(\.|$)/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
