import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A folder outside of the repository, in which nothing but the installed packages is found. */
export interface EmptyProject {
  folder: string;
  /** Writes a file. */
  write(file: string, text: string): void;
  /** Runs a program and returns its output; throws if it fails. */
  run(program: string, ...args: string[]): string;
  /** Runs a program that is installed in the repository, on files of the project. */
  runTool(file: string, ...args: string[]): string;
  /** Packs a package of the repository, and installs it and its dependencies, as `npm install` does. */
  install(packageFolder: string): Promise<void>;
  remove(): void;
}

export function createProject(): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  const project: EmptyProject = {
    folder,
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    run: (program, ...args) => run(folder, program, args),
    runTool: (file, ...args) => run(folder, process.execPath, [join(root, file), ...args]),
    async install(packageFolder) {
      const source = join(root, packageFolder);
      run(source, 'npm', ['pack', '--silent', '--pack-destination', folder]);
      const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
        name: string;
        version: string;
      };
      const tarball = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
      run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--silent', `./${tarball}`]);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
  project.write('package.json', JSON.stringify({ name: 'empty', private: true }));
  return project;
}

/** Makes packages of the repository available to a project, such as types that its programs need. */
export function linkPackages({ folder }: EmptyProject, names: readonly string[]): void {
  for (const name of names) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
}

/** The program is a stranger to this run: it sees neither its conditions nor its modules. */
function run(cwd: string, program: string, args: readonly string[]): string {
  const env = { ...process.env, NODE_OPTIONS: '', npm_config_update_notifier: 'false' };
  const options = { cwd, env, encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr, error } = spawnSync(program, args, options);
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  return stdout;
}
