import { beforeEach, describe, expect, test } from '@jest/globals';
import { deferred, defineCalls, Problem } from '@trellis/contracts';
import { z } from 'zod';
import type { Suite } from '../backends.js';
import { connectRpcClient } from '../../calls/client.js';
import { serve } from '../../calls/serve.js';

const unexpected: unknown[] = [];
beforeEach(() => void unexpected.splice(0));

export const testCallBatches: Suite = ({ connect }) =>
  describe('a call batch', () => {
    /** Doubles numbers; a batch with 13 in it fails as a whole. */
    const doubling = {
      queue: 'doubling',
      calls: defineCalls({
        double: {
          input: z.object({ n: z.number(), developer: z.string().optional() }),
          output: z.object({ doubled: z.number() }),
          problems: ['not_writable'],
          timeoutMs: 30_000,
          batched: true,
        },
      }),
    };
    const startDoubling = async (batches: number[][], failure = new Error('thirteen')) => {
      serve(await connect(), {
        contract: doubling,
        handlers: {
          double: async (_needs, calls) => {
            const numbers = calls.map(({ input }) => input.n);
            batches.push(numbers);
            if (numbers.includes(13)) throw failure;
            return numbers.map((n) =>
              n === 7 ? new Problem('not_writable', 'Not seven.') : { doubled: n * 2 },
            );
          },
        },
        needs: {},
        problemOf: (error) => (error instanceof Problem ? error : undefined),
        onUnexpected: (error) => void unexpected.push(error),
      });
      return connectRpcClient(await connect(), doubling);
    };

    test('holds the calls that arrive together, and each gets its own answer', async () => {
      const batches: number[][] = [];
      const call = await startDoubling(batches);
      const numbers = Array.from({ length: 200 }, (_, index) => index + 100);
      const answers = await Promise.all(numbers.map((n) => call('double', { n })));
      expect(answers.map(({ doubled }) => doubled)).toEqual(numbers.map((n) => n * 2));
      expect(batches.length).toBeLessThan(20);
    });

    test('is not spoiled by a problem, a failure or an invalid input of one call', async () => {
      const batches: number[][] = [];
      const call = await startDoubling(batches);
      const pending = [1, 7, 13, 'x' as never, 2].map((n) => call('double', { n }));
      expect(await Promise.allSettled(pending)).toMatchObject([
        { value: { doubled: 2 } },
        { reason: { code: 'not_writable' } },
        { reason: { code: 'internal' } },
        { reason: { code: 'invalid_request' } },
        { value: { doubled: 4 } },
      ]);
      expect(unexpected).toHaveLength(1);
    });

    test('does not wait for an outcome that is a promise', async () => {
      let finish: (outcome: { doubled: number }) => void = () => undefined;
      const slow = new Promise<{ doubled: number }>((resolve) => (finish = resolve));
      serve(await connect(), {
        contract: doubling,
        handlers: {
          double: async (_needs, calls) =>
            calls.map(({ input: { n } }) => {
              if (n === 1) return slow;
              return n === 2 ? Promise.reject(new Error('two')) : { doubled: n * 2 };
            }),
        },
        needs: {},
        onUnexpected: (error) => void unexpected.push(error),
      });
      const call = await connectRpcClient(await connect(), doubling);
      const [first, ...others] = [1, 2, 3].map((n) => call('double', { n }));
      expect(await Promise.allSettled(others)).toMatchObject([
        { reason: { code: 'internal' } },
        { value: { doubled: 6 } },
      ]);
      finish({ doubled: 2 });
      expect(await first).toEqual({ doubled: 2 });
      expect(unexpected).toHaveLength(1);
    });

    test('leaves calls to later batches, and each is answered once', async () => {
      const batches: number[][] = [];
      serve(await connect(), {
        contract: doubling,
        handlers: {
          double: async (_needs, calls) => {
            const numbers = calls.map(({ input }) => input.n);
            batches.push(numbers.slice(0, 3));
            return numbers.map((n, index) => (index < 3 ? { doubled: n * 2 } : deferred));
          },
        },
        needs: {},
        onUnexpected: (error) => void unexpected.push(error),
      });
      const call = await connectRpcClient(await connect(), doubling);
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      const answers = await Promise.all(numbers.map((n) => call('double', { n })));
      expect(answers.map(({ doubled }) => doubled)).toEqual(numbers.map((n) => n * 2));
      expect(batches.flat().toSorted((one, other) => one - other)).toEqual(numbers);
      expect(unexpected).toEqual([]);
    });

    test('is not tried again in parts during an outage', async () => {
      const batches: number[][] = [];
      const call = await startDoubling(batches, new Problem('unavailable', 'No database.'));
      const pending = [13, 14, 15].map((n) => call('double', { n }));
      const outcomes = await Promise.allSettled(pending);
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ reason: { code: 'unavailable' } });
      }
      expect(batches.flat()).toHaveLength(3);
    });

    test('is shared fairly: one call of another account does not wait for thousands', async () => {
      const batches: number[][] = [];
      const call = await startDoubling(batches);
      const many = Array.from({ length: 2000 }, (_, n) =>
        call('double', { n: n + 100, developer: 'one' }),
      );
      const other = call('double', { n: 1, developer: 'other' });
      await Promise.all([...many, other]);
      expect(batches.slice(0, 4).flat()).toContain(1);
    });
  });
