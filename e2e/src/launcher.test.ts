import { afterEach, describe, expect, test } from '@jest/globals';
import { launch, newAccount, startStack, waitFor, type Stack } from '@trellis/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const stacks: Stack[] = [];
async function start(options?: Parameters<typeof startStack>[0]): Promise<Stack> {
  const stack = await startStack(options);
  stacks.push(stack);
  return stack;
}
afterEach(async () => {
  for (const stack of stacks.splice(0)) {
    await stack.stop('SIGKILL');
    stack.clear();
  }
});

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
    'by %s stops everything within ten seconds and leaves no process behind',
    async (signal) => {
      const stack = await start();
      const pids = stack.processes().map(({ pid }) => pid);
      expect(pids.length).toBeGreaterThan(4);
      const started = Date.now();
      expect(await stack.stop(signal)).toBe(0);
      await waitFor(() => !pids.some(isAlive), { within: 10_000 - (Date.now() - started) });
    },
  );

  test('waits for no service that stands still', async () => {
    const stack = await start();
    const pids = stack.processes().map(({ pid }) => pid);
    process.kill(await stack.pidOf('units-service'), 'SIGSTOP');
    const started = Date.now();
    await stack.stop();
    await waitFor(() => !pids.some(isAlive), { within: 10_000 - (Date.now() - started) });
  });

  test('by SIGKILL leaves no process behind either', async () => {
    const stack = await start();
    const pids = stack.processes().map(({ pid }) => pid);
    await stack.stop('SIGKILL');
    await waitFor(() => !pids.some(isAlive), { within: 15_000, what: 'the end of all processes' });
  });
});

test('a second start finds all data again', async () => {
  const first = await start();
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

describe('a start that cannot be', () => {
  /** What the launcher prints and its exit code. */
  async function failure(environment: Record<string, string>) {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
    const { launcher, output } = launch({ PORT: '39999', DATA_DIR: directory, ...environment });
    const [code] = (await once(launcher, 'close')) as [number];
    rmSync(directory, { recursive: true, force: true });
    return { code, lines: output().trim().split('\n') };
  }

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
  ])('because of %s=%s says so in one line', async (variable, value) => {
    const { code, lines } = await failure({ [variable]: value });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringMatching(`^trellis: ${variable}: `)]);
  });

  test('because DATA_DIR is a file says so in one line', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'trellis-e2e-'));
    const file = join(directory, 'file');
    writeFileSync(file, '');
    const { code, lines } = await failure({ DATA_DIR: file });
    rmSync(directory, { recursive: true });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringMatching('^trellis: DATA_DIR: ')]);
  });

  test('because the port is taken says so in one line', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const { code, lines } = await failure({ PORT: String(port) });
    server.close();
    expect(code).not.toBe(0);
    expect(lines).toEqual([`trellis: PORT: ${port} is taken; choose another one.`]);
  });

  test('because the data directory is in use says so in one line', async () => {
    const { dataDirectory } = await start();
    const { code, lines } = await failure({ DATA_DIR: dataDirectory });
    expect(code).not.toBe(0);
    expect(lines).toEqual([expect.stringMatching('^trellis: DATA_DIR: .* is in use')]);
  });
});
