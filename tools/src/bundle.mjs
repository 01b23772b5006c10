import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { pages } from './projects.mjs';

/**
 * Bundles the app in the current folder into `dist`, or into the folder that is named: its programs and their
 * workers with all the packages that they use. Nothing needs to be installed beside them; `migrate.js` reads
 * `../prisma/migrations`.
 */
const root = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

const names = [
  'main',
  'migrate',
  'doctor',
  'connector-sdk',
  'commands/invite',
  'commands/sign-out',
  'commands/queue-board',
  'commands/record-action',
  'commands/register-app',
  'commands/remove-orphans',
  'commands/rotate-secrets',
  'commands/set-app-origins',
];
const programs = names.map((name) => `src/${name}.ts`).filter(existsSync);
const sources = await readdir('src', { recursive: true });
const workers = sources
  .filter((file) => /(^|[/.-])worker\.ts$/.test(file))
  .map((file) => join('src', file));

/** Files that are read at run time, as files of the package that they come from. */
const assets = [
  {
    reader: 'apps/api-gateway/src/pages/docs.ts',
    name: 'swagger-ui-dist',
    files:
      /^(package\.json|index\.(html|css)|favicon-.*|oauth2-.*|swagger-ui\.css|swagger-ui-(bundle|standalone-preset)\.js)$/,
  },
  {
    reader: 'libs/database/src/schema-engine.ts',
    name: '@prisma/schema-engine-wasm',
    files: /^(package\.json|schema_engine\.js|schema_engine_bg\.wasm)$/,
  },
  {
    reader: 'apps/connector-runtime/src/maintenance/queue-board/board.ts',
    name: '@bull-board/ui',
    files: /^(package\.json|dist)$/,
  },
];

/** The module that serves the web pages; each page comes with the licenses of its packages. */
const serverOfPages = 'apps/api-gateway/src/pages/web-pages.ts';

/** Optional packages, most of them native, that others do without. */
const absent = ['@napi-rs/nice', 'bufferutil', 'msgpackr-extract', 'pg-native', 'utf-8-validate'];

/**
 * better-auth imports the API of OpenTelemetry if it is there, and does without it. In a bundle it would get a module
 * without named exports.
 */
const withoutDynamicTracing = {
  name: 'without dynamic tracing',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@opentelemetry\/api$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'absent', external: true } : undefined,
    ),
};

for (const file of [...assets.map(({ reader }) => reader), serverOfPages]) {
  if (!existsSync(join(root, file))) throw new Error(`${file} has moved.`);
}
const [folder = 'dist'] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
await bundle();

async function bundle() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...programs, ...workers].map((file) => resolve(file)),
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    outdir: resolve(folder),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    conditions: ['@trellis/source'],
    external: absent,
    plugins: [withoutDynamicTracing],
    logLevel: 'warning',
    banner: { js: commonJsVariables() },
  });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type: 'module' })}\n`);
  const inputs = Object.keys(metafile.inputs);
  const copied = assets
    .filter(({ reader }) => inputs.includes(reader))
    .map((asset) => copyAssets(asset));
  if (inputs.includes(serverOfPages)) {
    for (const page of pages) {
      copyAssets({ name: `@trellis/${page}`, files: /^(package\.json|dist)$/ });
    }
  }
  if (programs.includes('src/connector-sdk.ts')) writeSdk();
  const packages = new Set([...inputs.map(packageFolder).filter(Boolean), ...copied]);
  writeFileSync(join(folder, 'LICENSES.txt'), licensesOf(packages));
}

/** The variables that Node defines for CommonJS modules; a bundle is an ES module. */
function commonJsVariables() {
  return `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const { filename: __filename, dirname: __dirname } = import.meta;`;
}

/** Makes the SDK in the bundle a package that those of connectors beside it find. */
function writeSdk() {
  const { name, version } = JSON.parse(
    readFileSync(join(root, 'libs/connector-sdk/package.json'), 'utf8'),
  );
  const to = join(folder, 'node_modules', name);
  mkdirSync(to, { recursive: true });
  const manifest = { name, version, type: 'module', exports: './index.js' };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest)}\n`);
  writeFileSync(join(to, 'index.js'), "export * from '../../../connector-sdk.js';\n");
}

/** Copies the files of a package to where Node finds them from the bundle. Returns the package's folder. */
function copyAssets({ name, files }) {
  const from = folderOf(name);
  for (const file of readdirSync(from).filter((file) => files.test(file))) {
    cpSync(join(from, file), join(folder, 'node_modules', name, file), { recursive: true });
  }
  return relative(root, from);
}

/** Licenses require that their text goes with every copy. */
function licensesOf(packages) {
  const texts = [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(root, folder, 'package.json'), 'utf8'),
    );
    const notices = readdirSync(join(root, folder))
      .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
      .map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...notices].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The folder of the package that a bundled file belongs to, if it is from npm. */
function packageFolder(file) {
  return /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function folderOf(name) {
  const paths = require.resolve.paths(name).map((path) => join(path, name));
  return paths.find((path) => existsSync(join(path, 'package.json')));
}
