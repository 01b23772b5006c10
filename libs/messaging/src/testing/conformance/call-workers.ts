import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { defineCalls } from '@trellis/contracts';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import { connectBroker, type Broker } from '../../broker.js';
import type { Suite } from '../backends.js';
import { connectRpcClient } from '../../calls/client.js';
import { serve } from '../../calls/serve.js';

/** A job that was taken by a worker that is gone is found later than this. */
const timeoutMs = 10_000;
const lockMs = 30_000;

const greeting = {
  queue: 'greetings',
  calls: defineCalls({
    greet: {
      input: z.object({ name: z.string() }),
      output: z.object({ text: z.string() }),
      timeoutMs,
    },
  }),
};

const serveGreetings = (broker: Broker) =>
  serve(broker, {
    contract: greeting,
    handlers: { greet: async (_needs, { name }) => ({ text: name }) },
    needs: {},
    onUnexpected: () => undefined,
  });

export const testCallWorkers: Suite = ({ connect, address }) =>
  describe('a worker of calls', () => {
    test('that is closed answers what it has taken, and leaves the rest to the others', async () => {
      const call = await connectRpcClient(await connect({ lockMs }), greeting);
      serveGreetings(await connect({ lockMs }));
      let isDone = false;
      let answered = 0;
      const callers = Array.from({ length: 4 }, async (_, caller) => {
        while (!isDone) {
          const name = `${caller}`;
          expect(await call('greet', { name })).toEqual({ text: name });
          answered += 1;
        }
      });
      for (let round = 0; round < 5; round += 1) {
        const leaving = await connectBroker({ ...address(), lockMs });
        serveGreetings(leaving);
        const before = answered;
        while (answered < before + 20) await call('greet', { name: 'Ada' });
        await leaving.close();
      }
      isDone = true;
      await Promise.all(callers);
    });

    test('removes a job with its reply, before the server has confirmed that', async () => {
      const broker = await connect();
      let confirm = () => {};
      const confirmed = new Promise<void>((resolve) => (confirm = resolve));
      const send = (nodeId: string, text: string) =>
        broker.replies.send(nodeId, text).then(() => confirmed);
      serveGreetings({ ...broker, replies: { ...broker.replies, send } });
      const call = await connectRpcClient(await connect(), greeting);
      try {
        expect(await call('greet', { name: 'Ada' })).toEqual({ text: 'Ada' });
        const active = () => broker.queue(greeting.queue).getActiveCount();
        await waitFor(async () => (await active()) === 0, { what: 'the job to be gone' });
      } finally {
        confirm();
      }
    });

    test('works on no more jobs than its concurrency', async () => {
      let [running, most] = [0, 0];
      serve(await connect(), {
        contract: greeting,
        handlers: {
          async greet(_needs, { name }) {
            running += 1;
            most = Math.max(most, running);
            await pause(20);
            running -= 1;
            return { text: name };
          },
        },
        needs: {},
        concurrency: 2,
        onUnexpected: () => undefined,
      });
      // One call a job.
      const limits = {
        maxInFlight: 100,
        slowAfterMs: 100,
        maxSlow: 0,
        maxItems: 1,
        maxBytes: 1_000_000,
      };
      const call = await connectRpcClient(await connect(), greeting, limits);
      const names = Array.from({ length: 10 }, (_, index) => `${index}`);
      const answers = await Promise.all(names.map((name) => call('greet', { name })));
      expect(answers.map(({ text }) => text)).toEqual(names);
      expect(most).toBeLessThanOrEqual(2);
    });
  });
