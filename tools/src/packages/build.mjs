import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds the package in the current folder into `dist`, as it is published: a program as one bundle, a library as ES
 * modules and, in `dist/cjs`, CommonJS, each with types. Libraries of this repository that are not published become part
 * of it.
 */
const root = resolve(import.meta.dirname, '../../..');
const { bin, dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));

rmSync('dist', { recursive: true, force: true });
if (bin) await bundleProgram();
else {
  compile('dist');
  compile('dist/cjs', {
    module: 'commonjs',
    moduleResolution: 'bundler',
    verbatimModuleSyntax: false,
  });
  writeFileSync('dist/cjs/package.json', `${JSON.stringify({ type: 'commonjs' })}\n`);
}

/** Packages that are not dependencies are part of the bundle, so the licenses of those from npm would have to be, too. */
async function bundleProgram() {
  const { metafile } = await build({
    entryPoints: ['src/main.ts'],
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@trellis/source'],
    external: Object.keys(dependencies),
    metafile: true,
    logLevel: 'warning',
  });
  const fromNpm = Object.keys(metafile.inputs).filter((file) => file.includes('node_modules/'));
  if (fromNpm.length > 0) throw new Error(`Not among the dependencies: ${fromNpm.join(', ')}`);
}

function compile(outDir, options = {}) {
  const flags = Object.entries({ outDir, ...options }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
  const args = [tsc, '--project', 'tsconfig.build.json', ...flags];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  for (const file of filesIn(outDir)) linkLibraries(file, outDir);
}

/** Files of other libraries are compiled into folders of their names, which imports have to lead to. */
function linkLibraries(file, outDir) {
  const text = readFileSync(file, 'utf8');
  const linked = text.replace(/(['"])@trellis\/([\w-]+)\1/g, (specifier, quote, name) => {
    if (`@trellis/${name}` in dependencies) return specifier;
    const target = relative(dirname(file), join(outDir, name, 'src/index.js'));
    return `${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
  });
  if (linked !== text) writeFileSync(file, linked);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((file) => /\.(js|d\.ts)$/.test(file) && !file.startsWith('cjs/'))
    .map((file) => join(folder, file));
}
