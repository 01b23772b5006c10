import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildAndReplace } from './replace.mjs';

/** Builds the web page whose project is in the current folder into `dist`, with each file compressed beside it. */
export const buildPage = () =>
  buildAndReplace(async (outDir) => {
    // Tests build pages, too, and those of React's development build would be twice as large.
    process.env.NODE_ENV = 'production';
    const { default: config } = await import('./vite-config.mjs');
    await build({
      ...config,
      ...{ configFile: false, logLevel: 'warn' },
      build: { ...config.build, outDir },
    });
    compressFiles(outDir);
  });

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
