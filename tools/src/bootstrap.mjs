/**
 * Runs first in `npm start`, `npm test` and the other commands. It needs nothing but Node and npm: it
 * installs the dependencies, generates the database clients, builds the services if the command needs
 * them, and then runs the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages, services } from './projects.mjs';

/** The commands that start the product from its bundles, and those that run a program of it. */
const startsProduct = [
  'start',
  'lab/bench',
  'lab/test-faults',
  'lab/test-fleet',
  'lab/test-versions',
];
const runsProgram = [
  'doctor',
  'token',
  'register-app',
  'invite',
  'sign-out',
  'set-app-origins',
  'rotate-secrets',
  'remove-orphans',
];

const root = fileURLToPath(new URL('../..', import.meta.url));
const [command, ...args] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Trellis needs Node 20.19 or newer; this is ${process.versions.node}.`);
}
process.chdir(root);
bringUpToDate(['package-lock.json'], 'node_modules/.trellis-lock', installDependencies);
for (const app of ['units-service', 'accounts-service', 'connector-runtime']) {
  const sources = [`apps/${app}/prisma/schema.prisma`, 'package-lock.json'];
  const stamp = `apps/${app}/src/generated/.sources`;
  bringUpToDate(sources, stamp, () => generateClient(`apps/${app}`));
}
if (!process.env.TRELLIS_BUILT) buildForCommand();
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

/** Builds what the command runs. Commands that only run a program use the services as they were last built. */
function buildForCommand() {
  if (command === 'serve') buildProjects(pages);
  const isBuilt = services.every((service) => existsSync(`apps/${service}/dist/main.js`));
  if (startsProduct.includes(command) || (runsProgram.includes(command) && !isBuilt)) {
    buildProjects(services);
  }
}

/** Builds projects and what they depend on, except for what Nx has in its cache. */
function buildProjects(names) {
  const projects = names.map((name) => `@trellis/${name}`).join(',');
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/nx/dist/bin/nx.js', 'run-many', '--targets=build', `--projects=${projects}`],
    { env: { ...process.env, NX_TUI: 'false' }, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] },
  );
  if (status !== 0) fail(`${stdout}\nThe services could not be built.`);
}

/** Runs the TypeScript of a command in this process, so that signals reach it. */
async function run(name) {
  process.argv.splice(2, process.argv.length, ...args);
  const { register } = await import('tsx/esm/api');
  register();
  await import(name.startsWith('lab/') ? `../../lab/src/${name.slice(4)}.ts` : `./${name}.ts`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
