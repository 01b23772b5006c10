import { existsSync, realpathSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';

/**
 * Bundles the app in the current folder: each of its programs becomes one file that contains all of
 * Trellis' own code. Packages from npm stay outside, since several of them read files of their own at
 * run time.
 */
const programs = ['main', 'migrate', 'register-app'].map((name) => `src/${name}.ts`);
const sources = await readdir('src', { recursive: true });
const workers = sources.filter((file) => /(^|[/.-])worker\.ts$/.test(file));

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: [...programs.filter(existsSync), ...workers.map((file) => join('src', file))],
  entryNames: '[name]',
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  conditions: ['@trellis/source'],
  logLevel: 'warning',
  // CommonJS packages that are bundled call `require`.
  banner: {
    js: "import { createRequire as createTrellisRequire } from 'node:module'; const require = createTrellisRequire(import.meta.url);",
  },
  plugins: [{ name: 'packages-stay-outside', setup: keepPackagesOutside }],
});

/**
 * Marks packages as external, where the bundle will find the same copy as the importing file does. A
 * library may have another version of a package in a `node_modules` of its own; that one is bundled.
 */
function keepPackagesOutside({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, kind, importer, resolveDir }) => {
    if (kind === 'entry-point' || path.startsWith('@trellis/')) return undefined;
    if (importer.includes('/node_modules/')) return undefined;
    const name = packageName(path);
    return packageFolder(name, resolveDir) === packageFolder(name, process.cwd())
      ? { path, external: true }
      : undefined;
  });
}

function packageName(path) {
  return path.split('/', path.startsWith('@') ? 2 : 1).join('/');
}

/** The folder that Node finds a package in, starting from another folder. */
function packageFolder(name, from) {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return realpathSync(folder);
  return dirname(from) === from ? undefined : packageFolder(name, dirname(from));
}
