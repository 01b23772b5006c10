import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** The web pages, as folders in `apps`. */
export const pages = ['connect', 'console'];

/** The services, as folders in `apps`. */
export const services = ['units-service', 'connector-runtime', 'api-gateway'];

/** The service that has the web pages in its bundle. */
const serverOfPages = 'api-gateway';

/** The file in the build of an app that has the digest of its sources. */
export const stampOf = (app) => join(root, 'apps', app, 'dist/.sources');

/** Builds a page or a service unless that has been done for its sources as they are. */
export function bringBuildUpToDate(app) {
  if (isUpToDate(app)) return;
  process.stderr.write(`Building ${app}.\n`);
  const program = pages.includes(app) ? 'build-page.mjs' : 'bundle.mjs';
  // A process of its own: it works in the current folder, and what builds is loaded only where it has to.
  const options = { cwd: join(root, 'apps', app), stdio: ['ignore', 2, 2] };
  const { status } = spawnSync(process.execPath, [join(root, 'tools/src', program)], options);
  if (status !== 0) throw new Error(`${app} could not be built.`);
}

/** Whether an app has been built from its sources as they are. */
export const isUpToDate = (app) =>
  existsSync(stampOf(app)) && readFileSync(stampOf(app), 'utf8') === digestOf(app);

/** The digest of everything that an app is built from. */
export function digestOf(app) {
  const hash = createHash('sha256');
  for (const file of new Set(sourcesOf(app))) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function sourcesOf(app) {
  const all = ['package-lock.json', ...filesIn('tools/src/builds'), ...filesIn(join('apps', app))];
  if (pages.includes(app)) {
    return [...all, ...filesIn('libs/client/src'), ...filesIn('libs/schema-form/src')];
  }
  const bundle = [...all, 'tools/src/bundle.mjs', ...filesIn('libs')];
  return app === serverOfPages ? [...bundle, ...pages.flatMap(sourcesOf)] : bundle;
}

/** The files in a folder and below it, without tests and what is built or installed. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !/^dist(\.|$)|\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}
