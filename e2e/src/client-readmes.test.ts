import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Trellis } from '@trellis/client';
import { newAccount } from '@trellis/testing';
import { hasGo, hasPython, isInstalled } from './contract/installed.js';
import { root } from './contract/program.js';
import { sharedStack } from './one-stack.js';

const stack = sharedStack();
const hasPip = hasPython && isInstalled('/usr/bin/python3', '-m', 'pip', '--version');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'first-reading-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the empty folder and returns its output. */
function run(environment: Record<string, string>, program: string, ...args: string[]): string {
  const env = { ...process.env, ...environment };
  const options = { cwd: folder, env, encoding: 'utf8', timeout: 60_000 } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The example of a README, for this deployment. */
function example(language: 'python' | 'go'): string {
  const readme = readFileSync(join(root, `clients/${language}/README.md`), 'utf8');
  const [, code] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme)!;
  return code!.replace('http://localhost:3000', stack().address);
}

/** Registers an app in an account that no other test uses. */
async function credentials(): Promise<Record<string, string>> {
  const trellis = new Trellis({ baseUrl: stack().address, token: newAccount(stack()).token });
  const scopes = ['svc.connector' as const, 'svc.things.read' as const];
  const { data: app } = await trellis.post('/apps', { body: { name: 'First reading', scopes } });
  return { TRELLIS_CLIENT_ID: app.id, TRELLIS_CLIENT_SECRET: app.client_secret! };
}

const inPython = hasPip ? test : test.skip;
inPython('the Python package installs, and its README leads to a reading', async () => {
  const source = join(folder, 'source');
  cpSync(join(root, 'clients/python'), source, { recursive: true });
  const flags = ['--quiet', '--no-index', '--no-build-isolation', '--target', 'lib'];
  // Debian's `setuptools` and `pip` belong to the Python of Debian.
  const python = '/usr/bin/python3';
  run({ SETUPTOOLS_USE_DISTUTILS: 'stdlib' }, python, '-m', 'pip', 'install', ...flags, source);
  const code = example('python');
  expect(code.match(/^.+$/gm)!.length).toBeLessThanOrEqual(10);
  writeFileSync(join(folder, 'first.py'), code);
  const environment = { ...(await credentials()), PYTHONPATH: join(folder, 'lib') };
  expect(run(environment, 'python3', 'first.py')).toMatch(/^\w+ \S+/);
});

const inGo = hasGo ? test : test.skip;
inGo('the Go module is found, and its README leads to a reading', async () => {
  const path = 'github.com/trellis-things/trellis/clients/go';
  const offline = { GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  run(offline, 'go', 'mod', 'init', 'first');
  const replaced = `${path}=${join(root, 'clients/go')}`;
  run(offline, 'go', 'mod', 'edit', `-require=${path}@v0.0.0`, `-replace=${replaced}`);
  writeFileSync(join(folder, 'main.go'), example('go'));
  const printed = run({ ...offline, ...(await credentials()) }, 'go', 'run', '.');
  expect(JSON.parse(printed.split('\n')[0]!)).toMatchObject({
    property: { name: expect.any(String) },
    value: expect.anything(),
  });
});
