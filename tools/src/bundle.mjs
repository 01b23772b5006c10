import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Bundles an app: each of its programs, and of the programs of its threads (`*.worker.ts`), becomes one
 * file with all of Trellis' own code in it, side by side in `dist`. What comes from npm stays outside,
 * since several packages read files of theirs at run time.
 */
const programs = ['main', 'migrate', 'register-app']
  .map((name) => `src/${name}.ts`)
  .filter((file) => existsSync(file));
const workers = readdirSync('src', { recursive: true })
  .filter((file) => file.endsWith('.worker.ts'))
  .map((file) => `src/${file}`);

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: [...programs, ...workers],
  outdir: 'dist',
  entryNames: '[name]',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  conditions: ['@trellis/source'],
  logLevel: 'warning',
  plugins: [
    {
      name: 'packages-stay-outside',
      setup({ onResolve }) {
        onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
          kind === 'entry-point' || path.startsWith('@trellis/')
            ? undefined
            : { path, external: true },
        );
      },
    },
  ],
});
