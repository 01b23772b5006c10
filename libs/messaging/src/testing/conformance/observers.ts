import { describe, expect, test } from '@jest/globals';
import { defineCalls, Problem } from '@trellis/contracts';
import { z } from 'zod';
import type { Suite } from '../backends.js';
import type { Observer } from '../../observer.js';
import { connectRpcClient } from '../../calls/client.js';
import { serve } from '../../calls/serve.js';

const pets = {
  queue: 'pets',
  calls: defineCalls({
    feed: {
      input: z.object({ name: z.string() }),
      output: z.object({}),
      problems: ['not_writable'],
      timeoutMs: 30_000,
      batched: true,
    },
  }),
};

/** An observer that records its calls. */
function noting() {
  const observed: [keyof Observer, ...unknown[]][] = [];
  const note =
    (what: keyof Observer) =>
    (...given: unknown[]) =>
      void observed.push([what, ...given]);
  const observer: Partial<Observer> = {
    callEnded: note('callEnded'),
    callArrived: note('callArrived'),
    callAnswered: note('callAnswered'),
    batchStarted: note('batchStarted'),
  };
  const of = (what: keyof Observer) => observed.filter(([name]) => name === what);
  return { observer, of };
}

const milliseconds = expect.any(Number);

export const testObservers: Suite = ({ connect }) =>
  describe('an observer', () => {
    test('receives of calls at both ends how long they took, how they ended, and how many came together', async () => {
      const [caller, callee] = [noting(), noting()];
      const serving = await connect({ observer: callee.observer });
      const calling = await connect({ observer: caller.observer });
      serve(serving, {
        contract: pets,
        handlers: {
          feed: async (_needs, calls) =>
            calls.map(({ input: { name } }) =>
              name === 'cat' ? new Problem('not_writable', 'Not hungry.') : {},
            ),
        },
        needs: {},
        onUnexpected: () => undefined,
      });
      const call = await connectRpcClient(calling, pets);
      await Promise.allSettled(['dog', 'cat', 'cow'].map((name) => call('feed', { name })));
      await call('feed', { name: 'dog' });
      const unknown = call as unknown as (name: string, input: object) => Promise<unknown>;
      await unknown('feed', {}).catch(() => undefined);

      const ended = caller.of('callEnded');
      expect(ended.map(([, , outcome]) => outcome).toSorted()).toEqual([
        'invalid_request',
        'not_writable',
        'ok',
        'ok',
        'ok',
      ]);
      expect(
        callee
          .of('callAnswered')
          .map(([, , outcome]) => outcome)
          .toSorted(),
      ).toEqual(ended.map(([, , outcome]) => outcome).toSorted());
      expect(callee.of('batchStarted')).toEqual([
        ['batchStarted', 'feed', 3],
        ['batchStarted', 'feed', 1],
      ]);
      expect(callee.of('callArrived')).toHaveLength(5);
      for (const [, name, ageMs] of callee.of('callArrived')) {
        expect([name, ageMs]).toEqual(['feed', milliseconds]);
        expect(Math.abs(ageMs as number)).toBeLessThan(30_000);
      }
    });

    test('receives every unknown call by the name `unknown`', async () => {
      const callee = noting();
      const serving = await connect({ observer: callee.observer });
      const calling = await connect();
      const needs = {
        handlers: { feed: async () => [] },
        needs: {},
        onUnexpected: () => undefined,
      };
      serve(serving, { contract: pets, ...needs });
      const newer = { queue: 'pets', calls: { walk: pets.calls.feed } };
      const call = await connectRpcClient(calling, newer);
      await expect(call('walk', { name: 'dog' })).rejects.toMatchObject({ code: 'unknown_call' });
      expect(callee.of('callAnswered')).toEqual([
        ['callAnswered', 'unknown', 'unknown_call', milliseconds],
      ]);
    });
  });
