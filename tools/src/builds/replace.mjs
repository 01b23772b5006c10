import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf, isUpToDate, stampOf } from './projects.mjs';

/**
 * Builds the app in the current folder: `build` fills the folder whose name it gets, which then takes the
 * place of `dist`. Whoever reads `dist` meanwhile, or builds it as well, finds a whole one. What has been
 * built from the same sources stays.
 */
export async function buildAndReplace(build) {
  const app = basename(process.cwd());
  if (isUpToDate(app)) return;
  const digest = digestOf(app);
  const folder = `dist.${process.pid}`;
  const replaced = `${folder}.replaced`;
  try {
    await build(folder);
    writeFileSync(join(folder, basename(stampOf(app))), digest);
    const target = dirname(stampOf(app));
    renameIfThere(target, replaced);
    renameSync(folder, target);
  } finally {
    for (const left of [folder, replaced]) rmSync(left, { recursive: true, force: true });
  }
}

function renameIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
