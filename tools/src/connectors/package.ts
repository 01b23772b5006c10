import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { CommandError } from '../command-line.js';
import { createFolder, variableOf, type NewConnector } from './create.js';

const root = resolve(import.meta.dirname, '../../..');

interface Manifest {
  version: string;
  dependencies?: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** Programs that build and test a package, in the versions of this repository. */
const tools = [
  '@jest/globals',
  '@swc/core',
  '@swc/jest',
  '@types/node',
  'esbuild',
  'jest',
  'typescript',
];

/** Numbers below are those of connectors of Trellis; from 2^30 on, those of types of accounts. */
const leastNumber = 1_000;

/** Returns a number that two packages share with a probability of one in a billion. */
function numberOf(name: string): number {
  const hash = createHash('sha256').update(name).digest();
  return leastNumber + (hash.readUInt32BE(0) % (2 ** 30 - leastNumber));
}

/** Creates a package with a connector that works, in an empty folder outside of this repository. */
export function createPackage(folder: string, { type, name }: Omit<NewConnector, 'id'>): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CommandError(`${folder} is not empty.`);
  }
  mkdirSync(folder, { recursive: true });
  const packageName = basename(resolve(folder)).toLowerCase();
  const created = createFolder(folder, { type, name, id: numberOf(packageName) });
  if (type !== 'src') renameSync(created, join(folder, 'src'));
  const variable = variableOf(type);
  for (const [file, text] of Object.entries(filesOf(packageName, variable))) {
    writeFileSync(join(folder, file), text);
  }
  renameSync(join(folder, 'src/README.md'), join(folder, 'README.md'));
}

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

const filesOf = (name: string, variable: string): Record<string, string> => ({
  'package.json': json({
    name,
    version: '0.1.0',
    type: 'module',
    main: 'dist/index.js',
    exports: './dist/index.js',
    files: ['dist'],
    scripts: {
      build: 'tsc && node build.js',
      test: 'node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js',
      prepack: 'npm run build',
    },
    devDependencies: {
      '@trellis/connector-sdk': manifestOf('libs/connector-sdk').version,
      ...Object.fromEntries(tools.map((tool) => [tool, manifestOf('.').devDependencies[tool]])),
      zod: manifestOf('libs/connector-sdk').dependencies?.zod,
    },
  }),
  'build.js': buildProgram,
  'tsconfig.json': json({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'nodenext',
      types: ['node'],
    },
    include: ['src'],
  }),
  'jest.config.json': json({
    testMatch: ['<rootDir>/src/**/*.test.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: {
      '^.+\\.ts$': [
        '@swc/jest',
        {
          jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
          module: { type: 'es6' },
        },
      ],
    },
    testTimeout: 60_000,
  }),
  'src/index.ts': `import { ${variable} } from './connector.js';

export default ${variable};
`,
  'src/kit.test.ts': `import { testConnector } from '@trellis/connector-sdk/testing';
import { ${variable} } from './connector.js';
import { capabilities, startPeer, without } from './testing/peer.js';

testConnector(${variable}, startPeer, { capabilities, without });
`,
});

/** Nothing has to be installed beside the bundle, and it meets no other version of the SDK. */
const buildProgram = `import { build } from 'esbuild';

await build({
  entryPoints: ['src/index.ts'],
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});
`;
