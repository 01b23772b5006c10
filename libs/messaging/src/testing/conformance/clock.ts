import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { defineCalls } from '@trellis/contracts';
import { z } from 'zod';
import type { Broker } from '../../broker.js';
import { serve } from '../../calls/serve.js';
import { createScheduler } from '../../jobs/schedule.js';
import type { Suite } from '../backends.js';

const greet = { input: z.object({ name: z.string() }), output: z.object({ text: z.string() }) };
const greeting = { queue: 'greetings', calls: defineCalls({ greet }) };

function serveGreetings(broker: Broker): string[] {
  const greeted: string[] = [];
  serve(broker, {
    contract: greeting,
    handlers: {
      async greet(_needs, { name }) {
        greeted.push(name);
        return { text: `Hello ${name}` };
      },
    },
    needs: {},
    onUnexpected: (error) => expect(error).toBeUndefined(),
  });
  return greeted;
}

/** Calls from a process of its own, whose clock is shifted; prints how that ended. */
const program = `
  const [{ address, shiftMs, timeoutMs, name }] = process.argv.slice(1).map((text) => JSON.parse(text));
  const now = Date.now;
  Date.now = () => now() + shiftMs;
  const { connectBroker, connectRpcClient } = await import('@trellis/messaging');
  const { z } = await import('zod');
  const skews = [];
  const broker = await connectBroker({ ...address, onClockSkew: (skewMs) => skews.push(skewMs) });
  const calls = { greet: { input: z.object({}), output: z.object({}), timeoutMs } };
  const call = await connectRpcClient(broker, { queue: 'greetings', calls });
  const outcome = await call('greet', { name }).catch(({ code }) => code);
  process.stdout.write(JSON.stringify({ outcome, skews }));
  await broker.close();
  process.exit();
`;

/** Runs schedules in a process of its own, whose clock is shifted at first; prints what happens. */
const worker = `
  const [{ address, shiftMs }] = process.argv.slice(1).map((text) => JSON.parse(text));
  const now = Date.now;
  Date.now = () => now() + shiftMs;
  const { connectBroker, startScheduleWorker } = await import('@trellis/messaging');
  const { z } = await import('zod');
  const { setTimeout: pause } = await import('node:timers/promises');
  const broker = await connectBroker(address);
  const lines = [];
  const hasRun = new Promise((resolve) => {
    startScheduleWorker(broker, { queue: 'watering', data: z.object({ plant: z.string() }) }, {
      run: async ({ plant }) => {
        lines.push('runs ' + plant);
        resolve();
        return { afterMs: 3_600_000 };
      },
      concurrency: 1,
      onFailure: (error) => lines.push(String(error)),
      retryMs: 100,
    });
  });
  await pause(2_000);
  lines.push('clock set right');
  Date.now = now;
  await hasRun;
  process.stdout.write(JSON.stringify(lines));
  await broker.close();
  process.exit();
`;

async function runElsewhere(program: string, given: object): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      '--conditions=@trellis/source',
      '--import=tsx',
      '--input-type=module',
      '--eval',
      program,
      '--',
      JSON.stringify(given),
    ],
    { cwd: fileURLToPath(new URL('../../..', import.meta.url)) },
  );
  return JSON.parse(stdout);
}

const callFromElsewhere = async (given: object) =>
  (await runElsewhere(program, given)) as { outcome: unknown; skews: number[] };

export const testClockSkew: Suite = ({ connect, address }) =>
  describe('a call from a machine whose clock is off', () => {
    test.each([-60_000, 0, 60_000])(
      'by %d ms is answered, and a difference is reported',
      async (shiftMs) => {
        serveGreetings(await connect());
        const given = { address: address(), shiftMs, timeoutMs: 20_000, name: 'Ada' };
        const { outcome, skews } = await callFromElsewhere(given);
        expect(outcome).toEqual({ text: 'Hello Ada' });
        const reported = skews.map((skewMs) => Math.round(skewMs / 10_000) * 10_000);
        expect(reported).toEqual(shiftMs === 0 ? [] : [shiftMs]);
      },
    );

    test('is not carried out when it has expired', async () => {
      const given = { address: address(), shiftMs: 60_000, timeoutMs: 200, name: 'late' };
      expect((await callFromElsewhere(given)).outcome).toBe('timeout');
      const greeted = serveGreetings(await connect());
      await callFromElsewhere({ ...given, timeoutMs: 20_000, name: 'in time' });
      expect(greeted).toEqual(['in time']);
    });
  });

export const testJobClock: Suite = ({ connect, address }) =>
  describe('a schedule', () => {
    test.each([-86_400_000, 86_400_000])(
      'is not run by a machine whose clock is off by %d ms, until it is set right',
      async (shiftMs) => {
        const plants = createScheduler(await connect(), {
          queue: 'watering',
          data: z.object({ plant: z.string() }),
        });
        await plants.start([
          { id: 'fern', data: { plant: 'fern' } },
          { id: 'moss', data: { plant: 'moss' }, delayMs: 3_600_000 },
        ]);
        const lines = await runElsewhere(worker, { address: address(), shiftMs });
        expect(lines).toEqual(['clock set right', 'runs fern']);
      },
    );
  });

export const testCheck: Suite = ({ connect }) =>
  describe('a broker', () => {
    test('checks its connection to the server', async () => {
      await expect((await connect()).check()).resolves.toBeUndefined();
    });
  });
