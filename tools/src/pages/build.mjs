import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { digestOf, stampOf } from './pages.mjs';

/**
 * Builds the web page whose project is in the current folder into `dist`, with each file compressed beside
 * it. Whoever reads `dist` meanwhile, or builds it as well, finds a whole one.
 */
export async function buildPage() {
  const page = basename(process.cwd());
  const digest = digestOf(page);
  const outDir = `dist.${process.pid}`;
  const replaced = `${outDir}.replaced`;
  try {
    const { default: config } = await import('./config.mjs');
    await build({
      ...config,
      ...{ configFile: false, logLevel: 'warn' },
      build: { ...config.build, outDir },
    });
    compressFiles(outDir);
    writeFileSync(join(outDir, basename(stampOf(page))), digest);
    const target = dirname(stampOf(page));
    renameIfThere(target, replaced);
    renameSync(outDir, target);
  } finally {
    for (const folder of [outDir, replaced]) rmSync(folder, { recursive: true, force: true });
  }
}

/** The formats that the gateway sends as they are to those who accept them. */
const formats = { '.br': brotliCompressSync, '.gz': gzipSync };

function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true });
  for (const name of names.filter((name) => /\.(html|js|css|svg|md)$/.test(name))) {
    const bytes = readFileSync(join(folder, name));
    for (const [ending, compress] of Object.entries(formats)) {
      writeFileSync(join(folder, `${name}${ending}`), compress(bytes));
    }
  }
}

function renameIfThere(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
