import { beforeEach, describe, expect, test } from '@jest/globals';
import { defineCalls, Problem, type Handlers, type ProblemCode } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { Broker } from '../../broker.js';
import type { Suite } from '../backends.js';
import { connectRpcClient } from '../../calls/client.js';
import { serve } from '../../calls/serve.js';

const greet = {
  input: z.object({ name: z.string(), times: z.number().default(1) }),
  output: z.object({ text: z.string() }),
  problems: ['already_exists'],
  timeoutMs: 30_000,
} as const;
const greeting = { queue: 'greetings', calls: defineCalls({ greet }) };
const impatient = {
  queue: 'greetings',
  calls: defineCalls({ greet: { ...greet, timeoutMs: 300 } }),
};
const newer = {
  queue: 'greetings',
  calls: defineCalls({ greet, wave: { input: z.object({}), output: z.object({}) } }),
};
type Greet = Handlers<typeof greeting, object>['greet'];

const unexpected: unknown[] = [];
beforeEach(() => void unexpected.splice(0));

const serveGreetings = (broker: Broker, handle: Greet) =>
  serve(broker, {
    contract: greeting,
    handlers: { greet: handle },
    needs: {},
    onUnexpected: (error) => void unexpected.push(error),
  });

export const testCalls: Suite = ({ connect }) =>
  describe('a call', () => {
    test('is answered with the output of its handler, defaults filled', async () => {
      serveGreetings(await connect(), async (_needs, { name, times }) => ({
        text: `Hello ${name}`.repeat(times),
      }));
      const call = await connectRpcClient(await connect(), greeting);
      await expect(call('greet', { name: 'Ada' })).resolves.toEqual({ text: 'Hello Ada' });
    });

    test('carries any text unharmed', async () => {
      serveGreetings(await connect(), async (_needs, { name }) => ({ text: name }));
      const call = await connectRpcClient(await connect(), greeting);
      const name = '\u0000 \ud800 \u{1F333} "quoted" \\u0000';
      await expect(call('greet', { name })).resolves.toEqual({ text: name });
    });

    test('is given up by its service before its caller stops waiting', async () => {
      let expiresAt = Infinity;
      serveGreetings(await connect(), async (_needs, _input, deadline) => {
        ({ expiresAt } = deadline);
        return { text: '' };
      });
      const call = await connectRpcClient(await connect(), greeting);
      const calledAt = Date.now();
      await call('greet', { name: 'Ada' });
      // The clocks of two processes may differ by a little.
      expect(expiresAt).toBeGreaterThan(calledAt + 25_000);
      expect(expiresAt).toBeLessThan(Date.now() + 28_000);
    });

    test('waits no longer than its caller does, and is not made when that is over', async () => {
      const broker = await connect();
      const call = await connectRpcClient(broker, greeting);
      for (const withinMs of [100, 0, -1]) {
        const answer = call('greet', { name: 'Ada' }, { withinMs });
        await expect(answer).rejects.toMatchObject({ code: 'timeout' });
      }
      expect(await broker.queue(greeting.queue).getWaitingCount()).toBe(1);
    }, 25_000);

    test('shares jobs with others and still gets its own answer', async () => {
      serveGreetings(await connect(), async (_needs, { name }) => ({ text: name }));
      const call = await connectRpcClient(await connect(), greeting);
      const names = Array.from({ length: 500 }, (_, index) => String(index));
      const answers = await Promise.all(names.map((name) => call('greet', { name })));
      expect(answers.map(({ text }) => text)).toEqual(names);
    });

    test('rejects with the problem that its handler threw', async () => {
      const existing = { kind: 'client', id: '1' } as const;
      serveGreetings(await connect(), async () => {
        throw new Problem('already_exists', 'Greeted already.', { existing });
      });
      const call = await connectRpcClient(await connect(), greeting);
      await expect(call('greet', { name: 'Ada' })).rejects.toMatchObject({
        code: 'already_exists',
        message: 'Greeted already.',
        extras: { existing },
      });
    });

    test('rejects with `internal` and no detail when its handler breaks', async () => {
      serveGreetings(await connect(), async () => {
        throw new Error('secret');
      });
      const call = await connectRpcClient(await connect(), greeting);
      const error: unknown = await call('greet', { name: 'Ada' }).catch((reason) => reason);
      expect(error).toMatchObject({ code: 'internal' });
      expect(JSON.stringify((error as Problem).toData())).not.toContain('secret');
      expect(unexpected).toHaveLength(1);
    });

    test('rejects with the problems that every call may have', async () => {
      serveGreetings(await connect(), async (_needs, { name }) => {
        throw new Problem(name as ProblemCode, 'Not now.');
      });
      const call = await connectRpcClient(await connect(), greeting);
      for (const code of [
        'invalid_request',
        'not_found',
        'answer_too_large',
        'unavailable',
        'timeout',
      ]) {
        await expect(call('greet', { name: code })).rejects.toMatchObject({ code });
      }
      expect(unexpected).toEqual([]);
    });

    test('rejects with `internal` when its handler throws a problem that its row does not have', async () => {
      serveGreetings(await connect(), async () => {
        throw new Problem('unit_cycle', 'Of another call.');
      });
      const call = await connectRpcClient(await connect(), greeting);
      await expect(call('greet', { name: 'Ada' })).rejects.toMatchObject({
        code: 'internal',
        message: 'The service failed; the failure has been logged.',
      });
      expect(unexpected).toMatchObject([{ code: 'unit_cycle' }]);
    });

    test('is refused by the service when its input is not valid', async () => {
      const greeted: string[] = [];
      serveGreetings(await connect(), async (_needs, { name }) => {
        greeted.push(name);
        return { text: name };
      });
      const call = await connectRpcClient(await connect(), greeting);
      await expect(call('greet', { name: 1 as never })).rejects.toMatchObject({
        code: 'invalid_request',
        extras: { errors: [{ pointer: '/name' }] },
      });
      expect(greeted).toEqual([]);
    });

    test('whose output is not what the contract says fails inside, wherever tests run', async () => {
      serveGreetings(await connect(), async () => ({ text: 1 as never }));
      const call = await connectRpcClient(await connect(), greeting);
      await expect(call('greet', { name: 'Ada' })).rejects.toMatchObject({ code: 'internal' });
      expect(unexpected).toHaveLength(1);
    });

    test('that the service does not know is answered with `unknown_call`', async () => {
      serveGreetings(await connect(), async () => ({ text: '' }));
      const call = await connectRpcClient(await connect(), newer);
      await expect(call('wave', {})).rejects.toMatchObject({ code: 'unknown_call' });
    });

    test('that nobody answers in time rejects, and is never carried out', async () => {
      const late = await connectRpcClient(await connect(), impatient);
      await expect(late('greet', { name: 'late' })).rejects.toMatchObject({ code: 'timeout' });
      const greeted: string[] = [];
      serveGreetings(await connect(), async (_needs, { name }) => {
        greeted.push(name);
        return { text: name };
      });
      const call = await connectRpcClient(await connect(), greeting);
      await call('greet', { name: 'in time' });
      expect(greeted).toEqual(['in time']);
    });

    test('is answered while hundreds of others wait for something', async () => {
      let release: () => void = () => undefined;
      const blocked = new Promise<void>((resolve) => (release = resolve));
      let waiting = 0;
      serveGreetings(await connect(), async (_needs, { name }) => {
        waiting += 1;
        if (name === 'slow') await blocked;
        return { text: name };
      });
      const call = await connectRpcClient(await connect(), greeting);
      const slow: Promise<unknown>[] = [];
      // Each has a job of its own.
      for (let count = 1; count <= 200; count += 1) {
        slow.push(call('greet', { name: 'slow' }));
        await waitFor(() => waiting === count, { every: 1 });
      }
      await expect(call('greet', { name: 'quick' })).resolves.toEqual({ text: 'quick' });
      release();
      await Promise.all(slow);
    });

    test('ignores an answer that comes too late, and the next call is answered', async () => {
      let release: () => void = () => undefined;
      const blocked = new Promise<void>((resolve) => (release = resolve));
      serveGreetings(await connect(), async (_needs, { name }) => {
        if (name === 'slow') await blocked;
        return { text: name };
      });
      const broker = await connect();
      const slow = await connectRpcClient(broker, impatient);
      await expect(slow('greet', { name: 'slow' })).rejects.toMatchObject({ code: 'timeout' });
      release();
      const call = await connectRpcClient(broker, greeting);
      await expect(call('greet', { name: 'next' })).resolves.toEqual({ text: 'next' });
    });
  });
