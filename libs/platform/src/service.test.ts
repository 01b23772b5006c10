import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Runs a service in a process of its own; `body` is what it does at its start. */
function start(body: string, environment: Record<string, string> = { NUMBER: '1' }) {
  const program = `
    import { runService, wholeNumber } from '@trellis/platform';
    import { z } from 'zod';
    await runService({
      name: 'sample-service',
      configuration: z.object({ NUMBER: wholeNumber(1, 5) }),
      async start({ configuration, log, onClose }) {
        setInterval(() => undefined, 60_000);
        ${body}
      },
    });
  `;
  const child = spawn(
    process.execPath,
    ['--conditions=@trellis/source', '--import=tsx', '--input-type=module', '--eval', program],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  children.push(child);
  let output = '';
  child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ends = [once(child.stdout!, 'end'), once(child.stderr!, 'end')];
  const exit = once(child, 'exit').then(async (status) => {
    await Promise.all(ends);
    return status as [code: number | null, signal: string | null];
  });
  return { child, output: () => output, exit };
}

const ready = (child: ChildProcess) => once(child, 'message');

test('a service closes what it opened in reverse order when it is told to stop', async () => {
  const { child, output, exit } = start(`
    onClose(() => log.info('closes the database'));
    onClose(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      log.info('closes the queue');
    });
    onClose(() => { throw new Error('stuck'); });
    onClose(() => log.info('closes the port'));
  `);
  expect(await ready(child)).toEqual([{ ready: true }, undefined]);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const said = output().match(/closes the \w+|closing failed/g);
  expect(said).toEqual([
    'closes the port',
    'closing failed',
    'closes the queue',
    'closes the database',
  ]);
});

test('a service that is told to stop while it starts closes once what it opens meanwhile', async () => {
  const { child, output, exit } = start(`
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    onClose(async () => {
      log.info('closes the database');
      for (let waits = 0; waits < 100 && !isOpen; waits += 1) await pause();
    });
    let isOpen = false;
    process.send('starting');
    await new Promise((resolve) => process.once('SIGTERM', resolve));
    await pause();
    onClose(() => log.info('closes the queue'));
    isOpen = true;
  `);
  await once(child, 'message');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  const said = output().match(/closes the \w+|closing failed/g);
  expect(said).toEqual(['closes the database', 'closes the queue']);
});

test('SIGUSR2 sets the log level to debug, and back', async () => {
  const { child, output } = start(`setInterval(() => log.debug('seen'), 10);`);
  await ready(child);
  const changesTo = (level: string) => {
    child.kill('SIGUSR2');
    return waitFor(() => output().includes(`"to":"${level}"`));
  };
  await changesTo('debug');
  await waitFor(() => output().includes('seen'));
  await changesTo('info');
  const after = () => output().slice(output().indexOf('"to":"info"'));
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(after()).not.toContain('seen');
});

test('a service ends when all lines of its log are written, in their order', async () => {
  const { child, output, exit } = start(
    `
    const { pbkdf2 } = await import('node:crypto');
    onClose(() => {
      // The only thread that writes has something else to do first.
      pbkdf2('', '', 100_000, 64, 'sha512', () => undefined);
      for (const line of ['first', 'second', 'third']) log.info(line);
    });
  `,
    { NUMBER: '1', UV_THREADPOOL_SIZE: '1' },
  );
  await ready(child);
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(output().match(/first|second|third/g)).toEqual(['first', 'second', 'third']);
});

test.each([
  [
    'rejects a promise that nobody waits for',
    `setTimeout(() => Promise.reject(new Error('lost')));`,
  ],
  ['throws where nobody catches', `setTimeout(() => { throw new Error('lost'); });`],
  ['fails to start', `throw new Error('lost');`],
])('a service that %s logs it, closes and ends with 1', async (_what, body) => {
  const { output, exit } = start(`onClose(() => process.stdout.write('closed\\n')); ${body}`);
  expect(await exit).toEqual([1, null]);
  expect(output()).toContain('lost');
  expect(output()).toContain('closed');
});

test('a service ends when the process that started it has ended', async () => {
  const { child, exit } = start('');
  await ready(child);
  child.disconnect();
  expect(await exit).toEqual([0, null]);
});

test('a service that does not close in time ends with 1', async () => {
  const { child, output, exit } = start(`onClose(() => new Promise(() => undefined));`);
  await ready(child);
  child.kill('SIGINT');
  expect(await exit).toEqual([1, null]);
  expect(output()).toContain('did not close in time');
});

test('a service whose configuration is not valid ends with 2, and says what is wrong', async () => {
  const { output, exit } = start('', { NUMBER: '6' });
  expect(await exit).toEqual([2, null]);
  expect(output()).toMatch(/^sample-service: NUMBER: /);
});

test('a service that finds at its start that its configuration is not valid ends in the same way', async () => {
  const { output, exit } = start(`
    const { ConfigurationError } = await import('@trellis/platform');
    onClose(() => process.stdout.write('closed\\n'));
    throw new ConfigurationError('NUMBER: is taken');
  `);
  expect(await exit).toEqual([2, null]);
  expect(output()).toMatch(/^sample-service: NUMBER: is taken$/m);
  expect(output()).toMatch(/^closed$/m);
});
