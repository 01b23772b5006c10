import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { testBroker } from '@trellis/testing';

/** Starts a worker whose connection is reset while it is made; prints what happens within a second. */
const program = `
  const { connect, createServer } = await import('node:net');
  const { setTimeout: pause } = await import('node:timers/promises');
  const { connectBroker, startJobWorker } = await import('@trellis/messaging');
  const { z } = await import('zod');
  const url = new URL(process.argv[1]);
  const target = { port: Number(url.port), host: url.hostname };
  let isDown = false;
  const proxy = createServer((client) => {
    if (isDown) return client.once('data', () => client.resetAndDestroy());
    client.pipe(connect(target)).pipe(client);
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.host = '127.0.0.1:' + proxy.address().port;
  const broker = await connectBroker({ databaseUrl: url.href, namespace: process.argv[2] });
  process.on('unhandledRejection', () => process.stdout.write('rejected '));
  isDown = true;
  const data = z.object({});
  startJobWorker(
    broker,
    { queue: 'cleaning', data, attempts: 1, backoff: { firstMs: 1, maxMs: 1 } },
    { handle: async () => {}, concurrency: 1, onDeadLetter: async () => {}, onFailure: () => {} },
  );
  await pause(1_000);
  process.stdout.write('alive');
  process.exit();
`;

test('a worker that loses its connection while it is made ends its process, and does not block it', async () => {
  const { databaseUrl, namespace } = await testBroker('PostgreSQL');
  const options = ['--conditions=@trellis/source', '--import=tsx', '--input-type=module'];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...options, '--eval', program, '--', databaseUrl, namespace],
    { cwd: fileURLToPath(new URL('..', import.meta.url)), timeout: 30_000, killSignal: 'SIGKILL' },
  );
  expect(stdout).toBe('rejected alive');
}, 60_000);
