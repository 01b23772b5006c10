/**
 * What `npm start`, `npm test` and the other commands run first. It needs nothing but Node and npm:
 * it installs the dependencies and generates the database clients where they are missing or out of
 * date, and then runs the command.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [command, ...args] = process.argv.slice(2);

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  end(`Trellis needs Node 20.19 or newer; this is ${process.versions.node}.`);
}
process.chdir(root);
upToDate('package-lock.json', 'node_modules/.trellis-lock', installDependencies);
for (const app of ['units-service', 'connector-runtime']) {
  const stamp = `apps/${app}/src/generated/.schema`;
  upToDate(`apps/${app}/prisma/schema.prisma`, stamp, () => generateClient(`apps/${app}`));
}
await run(command);

/** Does `update` unless it has been done for this very content of `source`. */
function upToDate(source, stamp, update) {
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  update();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, digest);
}

function installDependencies() {
  process.stderr.write('Installing dependencies; this takes a minute or two the first time.\n');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it fails where the registry lacks the packages of other platforms.
  const quiet = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...quiet], { stdio: ['ignore', 2, 2] })
    : spawnSync('npm', quiet, { stdio: ['ignore', 2, 2] });
  if (status !== 0) end('The dependencies could not be installed.');
}

function generateClient(app) {
  const { status } = spawnSync(process.execPath, [join(root, 'tools/src/generate-client.mjs')], {
    cwd: app,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (status !== 0) end(`The database client of ${app} could not be generated.`);
}

/** Runs the TypeScript of a command in this very process, so that signals reach it. */
async function run(name) {
  process.argv.splice(2, process.argv.length, ...args);
  const { register } = await import('tsx/esm/api');
  register();
  await import(`./${name}.ts`);
}

function end(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
