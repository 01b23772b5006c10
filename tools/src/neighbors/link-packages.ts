import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

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
