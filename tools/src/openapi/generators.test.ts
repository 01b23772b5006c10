import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentText } from './document.js';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'generators-'));
const input = join(folder, 'openapi.json');
let operations: string[];

interface OpenApiDocument {
  paths: Record<string, Record<string, { operationId: string }>>;
}

beforeAll(async () => {
  const text = await documentText();
  const { paths } = JSON.parse(text) as OpenApiDocument;
  operations = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  writeFileSync(input, text);
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(file: string, ...args: string[]): string {
  const options = { cwd: folder, encoding: 'utf8', timeout: 60_000 } as const;
  const program = join(root, 'node_modules', file);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  if (status !== 0) throw new Error(`${file}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Compiles the modules that a generator has written, against the types of browsers. */
function compile(output: string): void {
  const compilerOptions = {
    ...{ strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ module: 'esnext', moduleResolution: 'bundler', types: [] },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: [output] }),
  );
  expect(run('typescript-native/bin/tsc', '--project', '.')).toBe('');
}

/** Generators that developers of apps use, with the arguments that write to the folder `output`. */
test.each([
  [
    'orval',
    'orval/dist/bin/orval.mjs',
    ['--input', input, '--output', 'orval/index.ts', '--client', 'fetch'],
  ],
  [
    'swagger-typescript-api',
    'swagger-typescript-api/dist/cli.mjs',
    ['generate', '-p', input, '-o', 'swagger-typescript-api'],
  ],
  ['openapi-ts', '@hey-api/openapi-ts/bin/run.js', ['-i', input, '-o', 'openapi-ts']],
])('what %s generates has every operation and compiles', (output, program, args) => {
  run(program, ...args);
  const files = readdirSync(join(folder, output), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, output, file), 'utf8'))
    .join('\n');
  expect(operations.length).toBeGreaterThan(150);
  expect(operations.filter((id) => !new RegExp(`\\b${id}\\b`).test(code))).toEqual([]);
  compile(output);
});
