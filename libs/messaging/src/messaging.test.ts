import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { defineCalls, Problem, type Handlers } from '@trellis/contracts';
import { backends, testBroker, waitFor, type TestBroker } from '@trellis/testing';
import { z } from 'zod';
import {
  connectBroker,
  connectRpcClient,
  createHintSubscriber,
  createJobQueue,
  createScheduler,
  publishHint,
  serve,
  startJobWorker,
  startScheduleWorker,
  type Broker,
  type DurableJob,
  type Schedule,
} from './index.js';

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

for (const { backend, available } of backends) {
  (available ? describe : describe.skip)(`messages over ${backend}`, () => {
    let address: TestBroker;
    let brokers: Broker[];
    const connect = async () => {
      const broker = await connectBroker({ ...address, redisUrl: address.redisUrl });
      brokers.push(broker);
      return broker;
    };
    const unexpected: unknown[] = [];
    const serveGreetings = (broker: Broker, handle: Greet) =>
      serve(broker, {
        contract: greeting,
        handlers: { greet: handle },
        needs: {},
        onUnexpected: (error) => void unexpected.push(error),
      });

    beforeEach(async () => {
      address = await testBroker(backend);
      brokers = [];
      unexpected.length = 0;
    });
    afterEach(async () => {
      await Promise.all(brokers.map((broker) => broker.close()));
    });

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

      test('ignores an answer that comes too late, and the next call is answered', async () => {
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        serveGreetings(await connect(), async (_needs, { name }) => {
          if (name === 'slow') await held;
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

    describe('a hint', () => {
      test('reaches every subscriber to its topic, until a subscription is ended', async () => {
        const [publisher, subscriber] = [await connect(), await connect()];
        const subscribe = createHintSubscriber(subscriber);
        const received: string[] = [];
        const listen =
          (name: string) =>
          ({ n }: { n: number }) =>
            void received.push(`${name} ${n}`);
        const first = await subscribe('doors', listen('first'));
        const second = await subscribe('doors', listen('second'));
        const other = await subscribe('windows', listen('other'));
        await publishHint(publisher, 'doors', { n: 1 });
        await waitFor(() => received.length === 2);
        await first.end();
        await publishHint(publisher, 'doors', { n: 2 });
        await waitFor(() => received.length === 3);
        await second.end();
        const again = await subscribe('doors', listen('again'));
        await publishHint(publisher, 'doors', { n: 3 });
        await waitFor(() => received.length === 4);
        expect(received.toSorted()).toEqual(['again 3', 'first 1', 'second 1', 'second 2']);
        await Promise.all([other.end(), again.end()]);
      });
    });

    describe('a durable job', () => {
      const cleaning: DurableJob<{ room: string }> = {
        queue: 'cleaning',
        data: z.object({ room: z.string() }),
        attempts: 3,
        backoff: { firstMs: 60_000, maxMs: 60_000 },
      };
      const busy = new Problem('unavailable', 'Somebody is in there.');

      test('that fails tells the waiting request at once, and runs again when asked', async () => {
        let free = false;
        const failures: number[] = [];
        startJobWorker(await connect(), cleaning, {
          handle: async () => {
            if (!free) throw busy;
          },
          concurrency: 1,
          onFailure: (_error, _id, attempt) => failures.push(attempt),
        });
        const jobs = createJobQueue(await connect(), cleaning);
        const attempt = () => jobs.attempt('kitchen', { room: 'kitchen' }, { timeoutMs: 30_000 });
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
        free = true;
        await expect(attempt()).resolves.toBeUndefined();
        expect(failures).toEqual([1, 2]);
      });

      test('whose attempts are used up rests, and is started anew when asked', async () => {
        let free = false;
        const broker = await connect();
        startJobWorker(
          broker,
          { ...cleaning, attempts: 1 },
          {
            handle: async () => {
              if (!free) throw busy;
            },
            concurrency: 1,
            onFailure: () => undefined,
          },
        );
        const jobs = createJobQueue(await connect(), { ...cleaning, attempts: 1 });
        const attempt = () => jobs.attempt('attic', { room: 'attic' }, { timeoutMs: 30_000 });
        await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
        await waitFor(async () => (await broker.queue('cleaning').getFailedCount()) === 1);
        free = true;
        await expect(attempt()).resolves.toBeUndefined();
        expect(await broker.queue('cleaning').getJobCounts()).toMatchObject({ failed: 0 });
      });

      test('is retried by itself after its backoff', async () => {
        let runs = 0;
        const quick = { ...cleaning, backoff: { firstMs: 50, maxMs: 100 } };
        startJobWorker(await connect(), quick, {
          handle: async () => {
            runs += 1;
            if (runs < 3) throw busy;
          },
          concurrency: 1,
          onFailure: () => undefined,
        });
        await createJobQueue(await connect(), quick).add('hall', { room: 'hall' });
        await waitFor(() => runs === 3);
      });
    });

    describe('a schedule', () => {
      const watering: Schedule<{ plant: string }> = {
        queue: 'watering',
        data: z.object({ plant: z.string() }),
      };

      test('comes back, never overlaps itself, and ends when its run says so', async () => {
        let runs = 0;
        let running = 0;
        let overlapped = false;
        const broker = await connect();
        startScheduleWorker(broker, watering, {
          run: async () => {
            running += 1;
            overlapped ||= running > 1;
            await new Promise((resolve) => setTimeout(resolve, 30));
            running -= 1;
            runs += 1;
            return runs === 5 ? 'ended' : { afterMs: 10 };
          },
          concurrency: 10,
          onFailure: () => undefined,
          retryMs: 10,
        });
        const plants = createScheduler(await connect(), watering);
        await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
        await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
        await waitFor(async () => {
          const { waiting, active, delayed } = await broker.queue('watering').getJobCounts();
          return runs === 5 && waiting === 0 && active === 0 && delayed === 0;
        });
        expect(overlapped).toBe(false);
      });

      test('goes on after a run that threw', async () => {
        let runs = 0;
        const failures: string[] = [];
        startScheduleWorker(await connect(), watering, {
          run: async () => {
            runs += 1;
            if (runs < 3) throw new Error('dry');
            return 'ended';
          },
          concurrency: 1,
          onFailure: (_error, id) => failures.push(id),
          retryMs: 10,
        });
        await createScheduler(await connect(), watering).start([
          { id: 'fern', data: { plant: 'f' } },
        ]);
        await waitFor(() => runs === 3);
        expect(failures).toEqual(['fern', 'fern']);
      });

      test('that is stopped while it waits does not come back', async () => {
        let runs = 0;
        const broker = await connect();
        startScheduleWorker(broker, watering, {
          run: async () => {
            runs += 1;
            return { afterMs: 60_000 };
          },
          concurrency: 1,
          onFailure: () => undefined,
          retryMs: 10,
        });
        const plants = createScheduler(await connect(), watering);
        await plants.start([{ id: 'fern', data: { plant: 'fern' } }]);
        await waitFor(async () => (await broker.queue('watering').getDelayedCount()) === 1);
        await plants.stop('fern');
        expect(await broker.queue('watering').getDelayedCount()).toBe(0);
        expect(runs).toBe(1);
      });
    });
  });
}
