import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../images/run.js';
import { serviceNames } from '../services.js';
import { checkout, linkPackages } from './link-packages.js';

/** Where builds of earlier releases are kept, a folder for each commit. CI keeps it from run to run. */
const builds = join(checkout, 'node_modules/.cache/releases');

/** The commit of a tag or a commit; undefined when this clone does not have it. */
export function findCommit(ref: string): string | undefined {
  try {
    return run('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], { cwd: checkout });
  } catch {
    return undefined;
  }
}

/** Whether earlier commits are missing from here: in a shallow clone, or without a repository. */
export function lacksHistory(): boolean {
  try {
    return run('git', ['rev-parse', '--is-shallow-repository'], { cwd: checkout }) === 'true';
  } catch {
    return true;
  }
}

/** The builds of this checkout, a folder for each service. The command that runs this has brought them up to date. */
export const present = join(checkout, 'apps');

/** The same of a commit, which is built once; returns a folder with a folder for each service. */
export function buildCommit(commit: string): string {
  const folder = join(builds, commit);
  if (existsSync(folder)) return folder;
  const sources = temporaryFolder();
  const archive = join(sources, 'sources.tar');
  run('git', ['archive', `--output=${archive}`, commit], { cwd: checkout });
  run('tar', ['--extract', `--file=${archive}`, `--directory=${sources}`]);
  installPackages(sources);
  const built = `${folder}.new`;
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  bundle(sources, built);
  renameSync(built, folder);
  return folder;
}

/** Those of this checkout serve where the other one has locked the same. */
function installPackages(sources: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(sources) === lockOf(checkout)) return linkPackages(sources);
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  run('npm', [...install, '--prefer-offline'], { cwd: sources });
}

function bundle(sources: string, into: string): void {
  for (const service of serviceNames) {
    const cwd = join(sources, 'apps', service);
    const hasSchema = existsSync(join(cwd, 'prisma'));
    const program = (name: string) => join(sources, 'tools/src', name);
    if (hasSchema) run(process.execPath, [program('generate-client.mjs')], { cwd });
    run(process.execPath, [program('bundle.mjs')], { cwd });
    cpSync(join(cwd, 'dist'), join(into, service, 'dist'), { recursive: true });
    const migrations = join('prisma', 'migrations');
    if (hasSchema)
      cpSync(join(cwd, migrations), join(into, service, migrations), { recursive: true });
  }
}

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'trellis-release-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
