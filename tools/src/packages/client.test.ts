import { beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { linkPackages } from './project.js';
import { testPackage } from './test-package.js';

const project = testPackage('libs/client');
beforeAll(() => linkPackages(project, ['@types/node', 'undici-types']));

const names = ['Trellis', 'TrellisProblem', 'isProblem', 'verifyWebhook'];
const use = `
const trellis = new Trellis({ baseUrl: 'http://localhost:3000', token: 'token' });
export const name: Promise<string> = trellis.get('/units/{id}', { path: { id: 'x' } }).then(({ data }) => data.name);
export const act: string | undefined = explainCause('unreachable')?.act;
// @ts-expect-error There is no such path.
export const unknown = trellis.get('/unicorns');
`;
const esm = `import { Trellis } from '@trellis/client';
import { explainCause } from '@trellis/client/causes';
${use}`;

test('a program imports it', () => {
  project.write(
    'esm.mjs',
    `import { ${names.join(', ')} } from '@trellis/client';
import { withImplied } from '@trellis/client/scopes';
console.log([${names.join(', ')}, withImplied].map((one) => typeof one).join());`,
  );
  expect(project.run(process.execPath, 'esm.mjs').trim()).toBe(Array(5).fill('function').join());
});

const commonJs = `const { ${names.join(', ')} } = require('@trellis/client');
const { withImplied } = require('@trellis/client/scopes');
console.log([${names.join(', ')}, withImplied].map((one) => typeof one).join());
import('@trellis/client').then((esm) => console.log(esm.Trellis === Trellis));`;

test('a CommonJS program requires it, and gets the same classes as the modules', () => {
  project.write('required.cjs', commonJs);
  const [types, same] = project.run(process.execPath, 'required.cjs').trim().split('\n');
  expect(types).toBe(Array(5).fill('function').join());
  expect(same).toBe('true');
});

test('loaders that cannot require ES modules, such as that of Jest, get CommonJS', () => {
  project.write('required.cjs', commonJs);
  const printed = project.run(process.execPath, '--no-experimental-require-module', 'required.cjs');
  expect(printed).toContain(Array(5).fill('function').join());
});

const stable = 'node_modules/typescript/bin/tsc';
const native = 'node_modules/typescript-native/bin/tsc';
const settings = [
  ['node16', 'node16', 'consumer.mts', native],
  ['node16', 'node16', 'consumer.cts', stable],
  ['nodenext', 'nodenext', 'consumer.mts', native],
  ['nodenext', 'nodenext', 'consumer.cts', native],
  ['esnext', 'bundler', 'consumer.ts', stable],
  ['commonjs', 'bundler', 'consumer.ts', native],
] as const;

test.each(settings)(
  'TypeScript with module %s and resolution %s compiles %s (%s)',
  (module, moduleResolution, file, compiler) => {
    project.write(file, esm);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module,
      moduleResolution,
    };
    const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, files: [file] };
    project.write('tsconfig.json', JSON.stringify(config));
    expect(project.runTool(compiler, '--project', '.')).toBe('');
  },
);

test('a bundle for browsers needs nothing of Node', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '@trellis/client'`, resolveDir: project.folder },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
  });
  const code = outputFiles[0]!.text;
  expect(code).not.toMatch(/\brequire\(|node:/);
  expect(code.length).toBeLessThan(40_000);
  project.write('bundle.mjs', code);
  project.write('run.mjs', `console.log(Object.keys(await import('./bundle.mjs')).join());`);
  expect(project.run(process.execPath, 'run.mjs')).toContain('Trellis');
});
