import { expect, test } from '@jest/globals';
import { range } from '../../numbers.js';
import { causesOf, type JobState, type Life, type Observation, type Sample } from './causes.js';

/** A poll of client 0, 2 s after the one that was due. */
const missed = { client: 0, previousAt: 0, dueAt: 2_000, nextAt: 4_000 };

const worker: Life = {
  service: 'connector-runtime',
  startedAt: -9_000,
  readyAt: -8_000,
  endedAt: undefined,
};

/** Samples every 200 ms in which the job of client 0 has the state of its time. */
const samplesOf = (
  stateAt: (at: number) => JobState | undefined,
  load = { machine: 0.5, drill: 0.5 },
): Sample[] =>
  range(25).map((n) => {
    const state = stateAt(n * 200);
    return { at: n * 200, jobs: state && [state, 'claimed'], ...load };
  });

const delayedThen = (state: JobState) => (at: number) => (at < 2_000 ? 'delayed' : state);

const causeOf = (samples: Sample[], { lives = [worker] }: Partial<Observation> = {}) =>
  causesOf([missed], { samples, lives })[0]!;

test.each([
  ['waiting', 'no worker claimed its job'],
  ['claimed', 'a worker had claimed its job, and had not polled yet'],
  ['abandoned', 'its job was claimed by a worker that had ended or stood still'],
  ['delayed', 'its job was delayed for longer'],
] as const)(
  'a job that was %s most of the time is the reason for a missed poll',
  (state, reason) => {
    const samples = samplesOf(delayedThen(state));
    expect(causeOf(samples)).toEqual({
      reason,
      meanwhile: 'nothing',
      missed: 1,
      longestDelayMs: 2_000,
    });
  },
);

test('a job that was missing before its poll was due is the reason, even if it was back by then', () => {
  const samples = samplesOf((at) => (at > 500 && at < 1_500 ? 'missing' : 'delayed'));
  expect(causeOf(samples).reason).toBe('its job was missing from the queue');
});

test('a poll that ran until after the next one was due is the reason for missing that one', () => {
  const samples = samplesOf((at) => (at < 2_500 ? 'claimed' : 'delayed'));
  expect(causeOf(samples).reason).toBe('the poll before had not ended');
  const ended = samplesOf((at) => (at < 1_500 || at > 2_500 ? 'delayed' : 'claimed'));
  expect(causeOf(ended).reason).toBe('its job was delayed for longer');
});

test('a queue that could not be read, and a drill without samples, come before the states of jobs', () => {
  expect(causeOf(samplesOf((at) => (at < 1_000 ? undefined : 'missing'))).reason).toBe(
    'the queue was away',
  );
  const sparse = samplesOf(delayedThen('waiting')).filter(({ at }) => at < 2_100);
  expect(causeOf(sparse).reason).toBe('the drill itself stood still');
});

test('what happened between the time of a missed poll and the next one is named', () => {
  const waiting = samplesOf(delayedThen('waiting'));
  const meanwhile = (lives: Life[], samples = waiting) => causeOf(samples, { lives }).meanwhile;
  const starting = { ...worker, startedAt: 3_000, readyAt: undefined };
  expect(meanwhile([worker, { ...starting, service: 'units-service' }])).toBe(
    'a process was starting',
  );
  expect(meanwhile([worker, { ...worker, readyAt: 1_500 }])).toBe('a process was starting');
  expect(meanwhile([worker, { ...worker, readyAt: 500, endedAt: 2_500 }])).toBe('nothing');
  expect(meanwhile([{ ...worker, endedAt: 2_500 }, starting])).toBe(
    'no worker was ready all the time, a process was starting',
  );
  const loaded = (machine: number, drill: number) =>
    meanwhile([worker], samplesOf(delayedThen('waiting'), { machine, drill }));
  expect(loaded(0.95, 0.5)).toBe('all processors were busy');
  expect(loaded(0.5, 0.95)).toBe('the drill was busy');
});

test('missed polls with the same cause are counted together', () => {
  const samples = samplesOf(delayedThen('waiting'));
  const later = { ...missed, nextAt: 4_400 };
  const other = { ...missed, client: 1 };
  const causes = causesOf([other, missed, later], { samples, lives: [worker] });
  expect(causes.map(({ missed, longestDelayMs }) => [missed, longestDelayMs])).toEqual([
    [2, 2_400],
    [1, 2_000],
  ]);
});
