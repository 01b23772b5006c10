import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, jest, test } from '@jest/globals';
import { defineCalls } from '@trellis/contracts';
import { z } from 'zod';
import type { Broker } from './broker.js';
import { followClock } from './clock.js';
import { serve } from './rpc/serve.js';
import { describeOverBackends } from './testing/backends.js';

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

async function callFromElsewhere(given: object) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...['--conditions=@trellis/source', '--import=tsx', '--input-type=module'],
      ...['--eval', program, '--', JSON.stringify(given)],
    ],
    { cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  return JSON.parse(stdout) as { outcome: unknown; skews: number[] };
}

describeOverBackends('a call from a machine whose clock is off', (connect, address) => {
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

describeOverBackends('a broker', (connect) => {
  test('checks its connection to the server', async () => {
    await expect((await connect()).check()).resolves.toBeUndefined();
  });
});

describe('the clock that processes share', () => {
  /** Follows a server that answers `time` after `roundTripMs`, measured from the instant 1,000. */
  async function follow(time: number, roundTripMs: number) {
    let monotonic = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => monotonic);
    const { clock, stop } = await followClock({
      async readServerTime() {
        monotonic += roundTripMs;
        return time;
      },
      onSkew: () => undefined,
    });
    const now = clock.now();
    stop();
    jest.restoreAllMocks();
    return now;
  }

  test('assumes that the server read its clock in the middle of the round trip', async () => {
    expect(await follow(1_893_456_000_000, 400)).toBe(1_893_456_000_200);
  });

  test('is not set by an answer that took longer than a second', async () => {
    const own = Math.round(performance.timeOrigin + 2_001);
    expect(await follow(1_893_456_000_000, 1_001)).toBe(own);
    expect(await follow(1_893_456_000_000, 1_000)).toBe(1_893_456_000_500);
  });
});
