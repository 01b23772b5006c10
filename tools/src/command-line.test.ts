import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command as its npm script does, in a data directory where nothing runs. */
function run(command: string, ...args: string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-command-'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@trellis/source', 'tools/src/bootstrap.mjs', command, ...args],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: directory, DATABASE_URL: '' },
    },
  );
  rmSync(directory, { recursive: true });
  return { status, stdout, errors: stderr.trim().split('\n') };
}

test.each(['openapi - ', 'sbom'])('%s is complete in a pipe that is read slowly', (command) => {
  const node = `${process.execPath} --conditions=@trellis/source tools/src/bootstrap.mjs ${command}`;
  const { stdout } = spawnSync('sh', ['-c', `${node} | (sleep 5; cat)`], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stdout.length).toBeGreaterThan(100_000);
  expect(() => JSON.parse(stdout) as unknown).not.toThrow();
});

const app = ['--developer', 'acme', '--name', 'Acme Home'];

describe.each([
  'start',
  'token',
  'register-app',
  'set-app-origins',
  'rotate-secrets',
  'serve',
  'lab/bench',
  'new-connector',
  'new-migration',
  'openapi',
  'sbom',
])('%s', (command) => {
  test('describes itself', () => {
    const { status, stdout } = run(command, '--help');
    expect(stdout).toMatch(/^Usage: np[mx] /);
    expect(status).toBe(0);
  });

  test('refuses an unknown option in one line', () => {
    const { status, errors } = run(command, '--unknown');
    expect(errors).toEqual([expect.stringMatching(/^error: .*--help/)]);
    expect(status).toBe(2);
  });
});

test.each([
  ['token', []],
  ['register-app', app],
  ['set-app-origins', ['--app', 'a', '--origins', '']],
  ['rotate-secrets', []],
  ['serve', ['units-service']],
])('%s says in one line that nothing runs', (command, args) => {
  const { status, errors } = run(command, ...args);
  expect(errors).toEqual([expect.stringMatching(/Trellis does not run in .*npm start/)]);
  expect(status).toBe(1);
});

test.each([
  ['start', ['--without', 'nothing']],
  ['start', ['--only', 'nothing']],
  ['start', ['--only', 'infrastructure', '--without', 'api-gateway']],
  ['start', ['api-gateway']],
  ['token', ['--app', 'a:b', '--developer', 'acme']],
  ['register-app', []],
  ['register-app', ['--developer', '.', '--name', 'Acme Home']],
  ['register-app', ['--developer', 'acme', '--name', '']],
  ['register-app', [...app, '--origins', 'http://app.example']],
  ['set-app-origins', ['--app', 'a', '--origins', 'https://app.example/']],
  ['serve', ['nothing']],
  ['lab/bench', ['nothing']],
  ['new-connector', []],
])('%s %j is refused in one line', (command, args) => {
  const { status, errors } = run(command, ...args);
  expect(errors).toEqual([expect.stringMatching(/^error: /)]);
  expect(status).toBe(2);
});
