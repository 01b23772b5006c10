import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames, type ServiceName } from '@trellis/testing';
import { run } from '../images/run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder with the builds of this checkout, which the command has brought up to date. */
export const presentBuild = join(root, 'apps');

function git(...args: string[]): string | undefined {
  try {
    return run('git', args, { cwd: root });
  } catch {
    return undefined;
  }
}

/** Returns the commit of the main branch that the change is based on; on the main branch itself, the one before. */
export function previousCommit(): string | undefined {
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'origin/main');
  return base !== undefined && base !== head ? base : git('rev-parse', '--verify', 'HEAD~1');
}

export const versionAt = (commit: string): string =>
  versionIn(git('show', `${commit}:package.json`)!);
export const presentVersion = (): string =>
  versionIn(readFileSync(join(root, 'package.json'), 'utf8'));
const versionIn = (manifest: string) => (JSON.parse(manifest) as { version: string }).version;

/** Checks a commit out into a folder of its own and builds its services; returns the folder with the builds. */
export function buildCommit(commit: string): string {
  const checkout = join(root, 'node_modules/.cache/previous-version');
  git('worktree', 'remove', '--force', checkout);
  rmSync(checkout, { recursive: true, force: true });
  run('git', ['worktree', 'add', '--force', '--detach', checkout, commit], { cwd: root });
  process.once('exit', () => git('worktree', 'remove', '--force', checkout));
  installPackages(checkout);
  const node = (program: string, app: string) =>
    run(process.execPath, [join(checkout, 'tools/src', program)], {
      cwd: join(checkout, 'apps', app),
    });
  for (const page of ['connect', 'console']) node('build-page.mjs', page);
  const builds = join(checkout, 'apps');
  for (const service of servicesIn(builds)) {
    if (service !== 'api-gateway') node('generate-client.mjs', service);
    node('bundle.mjs', service);
  }
  return builds;
}

/** Lists the services that a version has; an earlier one may lack some. */
export const servicesIn = (builds: string): ServiceName[] =>
  serviceNames.filter((service) => existsSync(join(builds, service)));

/** Links the packages of this checkout if the other one has locked the same ones. */
function installPackages(checkout: string): void {
  const lockIn = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockIn(checkout) !== lockIn(root)) {
    const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    run('npm', [...install, '--prefer-offline'], { cwd: checkout });
    return;
  }
  const projects = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  for (const project of ['.', 'tools', ...projects]) {
    const source = join(root, project, 'node_modules');
    if (existsSync(source)) linkPackages(source, join(checkout, project, 'node_modules'));
  }
}

/** Links each package by itself. The links to workspaces are relative and lead to those of the other checkout. */
function linkPackages(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    const [from, to] = [join(source, name), join(target, name)];
    if (name === '@trellis') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
}
