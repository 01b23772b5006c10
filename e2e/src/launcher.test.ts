import { afterEach, describe, expect, test } from '@jest/globals';
import {
  freePort,
  launch,
  newAccount,
  serviceNames,
  startStack,
  waitFor,
  type ServiceName,
  type Stack,
} from '@trellis/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options?: Parameters<typeof startStack>[0]): Promise<Stack> {
  const stack = await startStack(options);
  cleanups.push(async () => {
    await stack.stop('SIGKILL');
    stack.clear();
  });
  return stack;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('the end', () => {
  test.each<NodeJS.Signals>(['SIGTERM', 'SIGINT'])(
    'by %s stops everything and leaves no process behind, nor the environment of the services',
    async (signal) => {
      const stack = await start({ fromNothing: true });
      const pids = stack.processes().map(({ pid }) => pid);
      expect(pids.length).toBeGreaterThan(4);
      const file = join(stack.dataDirectory, 'services.env');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await stack.stop(signal)).toBe(0);
      await waitFor(() => !pids.some(isAlive), { what: 'the end of all processes' });
      expect(existsSync(file)).toBe(false);
    },
  );

  test('by SIGINT to the process of npm alone stops everything, too', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
    const npm = spawn('npm', ['start', '--', '--only', 'infrastructure'], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', TRELLIS_BUILT: 'yes', DATA_DIR: directory },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    cleanups.push(async () => {
      if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGKILL');
      rmSync(directory, { recursive: true, force: true });
    });
    let text = '';
    npm.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await waitFor(() => text.includes('The database runs'), { within: 120_000 });
    const ended = once(npm, 'close');
    npm.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
  });

  test('does not wait forever for a service that hangs', async () => {
    const stack = await start();
    const pids = stack.processes().map(({ pid }) => pid);
    process.kill(await stack.pidOf('units-service'), 'SIGSTOP');
    await stack.stop();
    await waitFor(() => !pids.some(isAlive), { what: 'the end of all processes' });
  });

  test('by SIGKILL leaves no process behind either', async () => {
    const stack = await start();
    const pids = stack.processes().map(({ pid }) => pid);
    await stack.stop('SIGKILL');
    await waitFor(() => !pids.some(isAlive), { what: 'the end of all processes' });
  });
});

/** Runs the launcher until it fails; returns its output and exit code. */
async function failure(environment: Record<string, string>) {
  const directory = mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
  const PORT = String(await freePort());
  const { launcher, output } = launch({ PORT, DATA_DIR: directory, ...environment });
  const [code] = (await once(launcher, 'close')) as [number];
  rmSync(directory, { recursive: true, force: true });
  return { code, lines: output().trim().split('\n') };
}

test('a second start is refused while the first runs, and finds all data again afterwards', async () => {
  const first = await start();
  const { code, lines } = await failure({ DATA_DIR: first.dataDirectory });
  expect(code).not.toBe(0);
  expect(lines).toEqual([expect.stringMatching('^trellis: DATA_DIR: .* is in use')]);
  const account = newAccount(first, { developer: 'keeper' });
  const unit = await account.request('POST', '/units', { body: { name: 'Room', type: 'room' } });
  await first.stop();
  const second = await start({ dataDirectory: first.dataDirectory });
  const found = await newAccount(second, { developer: 'keeper' }).request(
    'GET',
    `/units/${unit.body.id}`,
  );
  expect(found).toMatchObject({ status: 200, body: { name: 'Room' } });
});

describe('a service that is left out', () => {
  /** Runs a service as `npx nx serve` does. Returns what it prints. */
  function serve(stack: Stack, service: ServiceName): () => string {
    const child = spawn('npm', ['run', 'serve', '--workspace', `apps/${service}`], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: stack.dataDirectory },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    cleanups.push(async () => {
      const closed = once(child, 'close');
      process.kill(-child.pid!, 'SIGTERM');
      await closed;
    });
    return () => text;
  }

  const readyIn = (output: string) => output.split('"msg":"ready"').length - 1;

  test.each(serviceNames)(
    'can be %s, and runs with reload as part of the product',
    async (service) => {
      const stack = await start({ args: ['--without', service] });
      expect(stack.output()).toContain(`npx nx serve ${service}`);
      const output = serve(stack, service);
      await waitFor(() => readyIn(output()) === 1, { within: 120_000, what: 'the service' });
      const { request } = newAccount(stack);
      expect(await request('GET', '/units')).toMatchObject({ status: 200, body: [] });
      expect(await request('GET', '/connectors/instances')).toMatchObject({ status: 200 });

      const now = new Date();
      utimesSync(join(root, `apps/${service}/src/main.ts`), now, now);
      await waitFor(() => readyIn(output()) === 2, { within: 120_000, what: 'the reload' });
      expect(await request('GET', '/units')).toMatchObject({ status: 200, body: [] });
      expect(await request('GET', '/connectors/instances')).toMatchObject({ status: 200 });
    },
  );

  test('can be all of them', async () => {
    const stack = await start({ args: ['--only', 'infrastructure'] });
    expect(stack.output()).toContain('npx nx serve units-service');
    const output = serve(stack, 'units-service');
    await waitFor(() => readyIn(output()) === 1, { within: 120_000, what: 'the service' });
  });
});

describe('a start that cannot succeed', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgresql://a:b@127.0.0.1:1/x'],
    ['REDIS_URL', 'http://localhost'],
    ['REDIS_URL', 'redis://127.0.0.1:1'],
    ['JWT_SECRET', 'short'],
    ['PUBLIC_URL', 'localhost'],
    ['SECRETS_KEYS', 'no key'],
    ['DATA_DIR', '/proc/none'],
    ['POLL_CONCURRENCY', '-1'],
  ])('because of %s=%s reports it in one line', async (variable, value) => {
    const { code, lines } = await failure({ [variable]: value });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringMatching(`^trellis: ${variable}: `)]);
  });

  test('because DATA_DIR is a file reports it in one line', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const { code, lines } = await failure({ DATA_DIR: file });
    rmSync(directory, { recursive: true });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringMatching('^trellis: DATA_DIR: ')]);
  });

  test('because the port is taken reports it in one line', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, lines } = await failure({ PORT: String(port) });
    server.close();
    expect(code).not.toBe(0);
    expect(lines).toEqual([`trellis: PORT: ${port} is taken; choose another one.`]);
  });
});
