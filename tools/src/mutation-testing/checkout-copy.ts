import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { checkout } from './sample.js';

const notCopied = new Set(['node_modules', '.git', '.nx', '.data', 'dist', 'coverage']);

/**
 * Copies the checkout, as it is, into a temporary folder and links its packages. Returns the folder,
 * which is removed when the process ends.
 */
export function copyCheckout(): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'trellis-mutations-')));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  cpSync(checkout, copy, {
    recursive: true,
    filter: (path) => !notCopied.has(basename(path)),
  });
  linkPackages(copy);
  return copy;
}

/** Links the packages of this checkout into a copy of it, or into another version. */
export function linkPackages(copy: string): void {
  for (const project of ['.', ...foldersOfProjects()]) linkPackagesOf(copy, project);
}

const foldersOfProjects = () => [
  ...['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(checkout, folder)).map((project) => join(folder, project)),
  ),
  'e2e',
  'tools',
];

/**
 * Links every package by itself. The workspaces in `@trellis` are relative links: copied, they lead to
 * the copy.
 */
function linkPackagesOf(copy: string, project: string): void {
  const source = join(checkout, project, 'node_modules');
  const target = join(copy, project, 'node_modules');
  for (const name of entriesOf(source)) {
    mkdirSync(target, { recursive: true });
    if (name === '@trellis') {
      cpSync(join(source, name), join(target, name), { recursive: true, verbatimSymlinks: true });
    } else {
      symlinkSync(join(source, name), join(target, name));
    }
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
