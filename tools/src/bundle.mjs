import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Bundles an app: each of its programs becomes one file with all of Trellis' own code in it. What
 * comes from npm stays outside, since several packages read files of theirs at run time.
 */
const programs = ['main', 'migrate', 'register-app']
  .map((name) => `src/${name}.ts`)
  .filter((file) => existsSync(file));

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: programs,
  outdir: 'dist',
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
