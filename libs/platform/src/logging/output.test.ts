import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/** Logs to a standard output that never has room, and tells on the standard error how that went. */
const program = `
  const { pino } = await import('pino');
  const { standardOutput } = await import('./src/logging/output.ts');
  const { setTimeout: pause } = await import('node:timers/promises');
  const output = standardOutput();
  const log = pino(output.stream);
  for (let line = 0; line < 100; line += 1) {
    log.info('x'.repeat(200_000));
    await pause(1);
  }
  await output.written();
  process.stderr.write('done');
  process.exit();
`;

test('a full disk neither ends a process that logs nor fills its memory', async () => {
  const options = ['--conditions=@trellis/source', '--import', 'tsx', '--input-type=module'];
  const child = spawn(process.execPath, [...options, '--eval', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, NODE_OPTIONS: '--max-old-space-size=64' },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  let errors = '';
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  expect({ code, errors }).toEqual({ code: 0, errors: 'done' });
}, 60_000);
