import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'vite';

/** Builds the web page in the current folder into `dist`, with each file compressed beside it. */
// Tests build pages, too, and those of React's development build would be twice as large.
process.env.NODE_ENV = 'production';
const { default: config } = await import('./vite-config.mjs');
await build({ ...config, configFile: false, logLevel: 'warn' });

/** The encodings that the gateway serves as they are, by file name extension. */
const encodings = { '.br': brotliCompressSync, '.gz': gzipSync };

for (const name of readdirSync('dist', { recursive: true })) {
  if (!/\.(html|js|css|svg|md)$/.test(name)) continue;
  const bytes = readFileSync(join('dist', name));
  for (const [extension, compress] of Object.entries(encodings)) {
    writeFileSync(join('dist', `${name}${extension}`), compress(bytes));
  }
}
