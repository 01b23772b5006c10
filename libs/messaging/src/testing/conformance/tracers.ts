import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@trellis/testing';
import { z } from 'zod';
import type { TraceContext, TracedJob, Tracer } from '../../tracer.js';
import type { Suite } from '../backends.js';
import { createJobQueue, startJobWorker, type DurableJob } from '../../jobs/durable.js';
import { createScheduler, startScheduleWorker, type Schedule } from '../../jobs/schedule.js';

const cause: TraceContext = {
  traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  tracestate: 'vendor=value',
};

/** A tracer that notes the runs of jobs; what is worked for is a text. */
function noting(added: TraceContext | undefined) {
  const current = new AsyncLocalStorage<string>();
  const runs: { job: TracedJob; cause: TraceContext | undefined }[] = [];
  const ends: string[] = [];
  const unused = () => {
    throw new Error('There are no calls.');
  };
  const tracer: Tracer = {
    startCall: unused,
    startAnswer: unused,
    startJob(job, given) {
      runs.push({ job, cause: given });
      return {
        run: (work) => current.run(`run ${runs.length}`, work),
        end: (outcome, isFault) => void ends.push(`${outcome}${isFault ? ', a fault' : ''}`),
      };
    },
    context: () => added,
    capture: () => current.getStore(),
    runFor: ([captured], work) => current.run(captured as string, work),
  };
  return { tracer, runs, ends, current };
}

const plants: DurableJob<{ plant: string }> = {
  queue: 'watering',
  data: z.strictObject({ plant: z.string() }),
  attempts: 2,
  backoff: { firstMs: 10, maxMs: 10 },
};
const rounds: Schedule<{ garden: string }> = {
  queue: 'rounds',
  data: z.object({ garden: z.string() }),
};

export const testTracers: Suite = ({ connect }) =>
  describe('a tracer', () => {
    test('each attempt of a job is followed, as caused by what has added it', async () => {
      const { tracer, runs, ends, current } = noting(cause);
      const broker = await connect({ tracer });
      const failed: unknown[] = [];
      startJobWorker(broker, plants, {
        async handle(_data, { isLast }) {
          if (!isLast) throw new RangeError('No water.');
        },
        concurrency: 1,
        onFailure: () => void failed.push(current.getStore()),
        onDeadLetter: async () => undefined,
      });
      const queue = createJobQueue(broker, plants);
      await queue.addAll([{ id: 'fern', data: { plant: 'fern' } }]);
      await waitFor(() => ends.length === 2, { what: 'both attempts' });
      expect(runs).toEqual([
        { job: { queue: 'watering', id: 'fern', attempt: 1 }, cause },
        { job: { queue: 'watering', id: 'fern', attempt: 2 }, cause },
      ]);
      expect(ends).toEqual(['RangeError, a fault', 'ok']);
      // Reports of a failure belong to its attempt.
      expect(failed).toEqual(['run 1']);
    });

    test('each run of a schedule is followed, as caused by what has started it', async () => {
      const { tracer, runs, ends } = noting(cause);
      const broker = await connect({ tracer });
      const data: unknown[] = [];
      startScheduleWorker(broker, rounds, {
        async run(given) {
          data.push(given);
          return data.length === 2 ? 'ended' : { afterMs: 10, isUnfinished: true };
        },
        concurrency: 1,
        onFailure: () => undefined,
        retryMs: 10,
      });
      await createScheduler(broker, rounds).start([{ id: 'one', data: { garden: 'one' } }]);
      await waitFor(() => ends.length === 2, { what: 'both runs' });
      expect(runs).toEqual([
        { job: { queue: 'rounds', id: 'one' }, cause },
        { job: { queue: 'rounds', id: 'one' }, cause },
      ]);
      expect(data).toEqual([{ garden: 'one' }, { garden: 'one' }]);
    });

    test('a job that nothing followed has caused carries nothing', async () => {
      const { tracer, runs } = noting(undefined);
      const broker = await connect({ tracer });
      const options = { concurrency: 1, onFailure: () => undefined };
      const onDeadLetter = async () => undefined;
      startJobWorker(broker, plants, { ...options, onDeadLetter, handle: async () => undefined });
      await createJobQueue(broker, plants).add('fern', { plant: 'fern' });
      await waitFor(() => runs.length === 1, { what: 'the attempt' });
      expect(runs[0]!.cause).toBeUndefined();
    });
  });
