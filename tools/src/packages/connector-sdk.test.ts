import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { linkPackages } from './project.js';
import { testPackage } from './test-package.js';
import { testScaffold } from './test-scaffold.js';

const template = resolve(import.meta.dirname, '../connector-template');
const project = testPackage('libs/connector-sdk');
// Packing writes to the folder of the SDK, so this file alone does that.
testScaffold(project);

/** A connector outside of the repository, with its own tests and those that every connector passes. */
beforeAll(() => {
  linkPackages(project, ['@jest/globals']);
  for (const file of readdirSync(template, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    project.write(`src/${file}`, readFileSync(join(template, file), 'utf8'));
  }
  project.write(
    'src/kit.test.ts',
    `import { testConnector } from '@trellis/connector-sdk/testing';
import { connectorTemplate } from './connector.js';
import { capabilities, startPeer, without } from './testing/peer.js';
testConnector(connectorTemplate, startPeer, { without, capabilities });
`,
  );
  project.write('src/package.json', JSON.stringify({ type: 'module' }));
});

test.each([
  ['node16', 'node16', 'typescript-native'],
  ['nodenext', 'nodenext', 'typescript'],
  ['esnext', 'bundler', 'typescript-native'],
])(
  'a connector compiles with module %s and resolution %s (%s)',
  (module, moduleResolution, tsc) => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module,
      moduleResolution,
    };
    const config = { compilerOptions: { ...compilerOptions, types: ['node'] }, include: ['src'] };
    project.write('tsconfig.json', JSON.stringify(config));
    expect(project.runTool(`node_modules/${tsc}/bin/tsc`, '--project', '.')).toBe('');
  },
);

test('a CommonJS program requires it, and TypeScript knows its types there', () => {
  const program = `import { defineConnector } from '@trellis/connector-sdk';
console.log(typeof defineConnector);`;
  project.write('required.cts', program);
  const module = { module: 'node16', moduleResolution: 'node16' };
  const compilerOptions = { ...module, strict: true, target: 'es2023', types: ['node'] };
  project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['required.cts'] }));
  project.runTool('node_modules/typescript-native/bin/tsc', '--project', '.');
  expect(project.run(process.execPath, 'required.cjs').trim()).toBe('function');
});

test('the tests of the connector and those of every connector pass', () => {
  const swc = {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'es6' },
  };
  const config = {
    testMatch: ['<rootDir>/src/**/*.test.ts'],
    extensionsToTreatAsEsm: ['.ts'],
    moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
    transform: { '^.+\\.ts$': [createRequire(import.meta.url).resolve('@swc/jest'), swc] },
    testTimeout: 60_000,
  };
  project.write('jest.config.json', JSON.stringify(config));
  const jest = resolve(template, '../../../node_modules/jest/bin/jest.js');
  const flags = ['--experimental-vm-modules', '--no-warnings', jest];
  project.run(process.execPath, ...flags, '--json', '--outputFile=results.json', '--forceExit');
  const results = JSON.parse(readFileSync(join(project.folder, 'results.json'), 'utf8')) as {
    numPassedTests: number;
    numTotalTests: number;
  };
  expect(results.numPassedTests).toBe(results.numTotalTests);
  expect(results.numPassedTests).toBeGreaterThan(30);
});
