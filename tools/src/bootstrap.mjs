/**
 * Runs first in `npm start`, `npm test` and the other commands. It needs nothing but Node and npm: it
 * installs the dependencies, generates the database clients and builds the web pages and the services
 * where they are missing or out of date, and then runs the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringBuildUpToDate, pages, services } from './builds/projects.mjs';

/** The commands that run programs of the services, from their bundles. */
const runsBundles = [
  ...['start', 'test', 'bench', 'doctor', 'journeys', 'token', 'register-app', 'set-app-origins'],
  ...['rotate-secrets', 'remove-orphans', 'test-fleet', 'test-neighbors'],
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const [command, ...args] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Trellis needs Node 20.19 or newer; this is ${process.versions.node}.`);
}
process.chdir(root);
bringUpToDate(['package-lock.json'], 'node_modules/.trellis-lock', installDependencies);
for (const app of ['units-service', 'connector-runtime']) {
  const sources = [`apps/${app}/prisma/schema.prisma`, 'package-lock.json'];
  const stamp = `apps/${app}/src/generated/.sources`;
  bringUpToDate(sources, stamp, () => generateClient(`apps/${app}`));
}
if (command === 'serve') pages.forEach(bringBuildUpToDate);
if (runsBundles.includes(command)) [...pages, ...services].forEach(bringBuildUpToDate);
await run(command);

/** Runs `update` unless it has run for the current content of the sources. */
function bringUpToDate(sources, stamp, update) {
  const hash = createHash('sha256');
  for (const source of sources) hash.update(readFileSync(source));
  const digest = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  update();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function installDependencies() {
  process.stderr.write('Installing dependencies; this takes a minute or two the first time.\n');
  const npm = process.env.npm_execpath;
  // `npm ci` fails where the registry lacks the packages of other platforms.
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...install], { stdio: ['ignore', 2, 2] })
    : spawnSync('npm', install, { stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('The dependencies could not be installed.');
}

function generateClient(app) {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/src/generate-client.mjs')], {
    cwd: app,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) fail(`The database client of ${app} could not be generated.`);
}

/** Runs the TypeScript of a command in this process, so that signals reach it. */
async function run(name) {
  process.argv.splice(2, process.argv.length, ...args);
  const { register } = await import('tsx/esm/api');
  register();
  await import(`./${name}.ts`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
