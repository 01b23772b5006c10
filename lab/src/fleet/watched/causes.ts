import type { ServiceName } from '@trellis/testing';
import { mean } from '../../numbers.js';
import type { MissedPoll } from './polls.js';

/** All times are those of `performance.now()`. */
export interface Observation {
  samples: readonly Sample[];
  lives: readonly Life[];
}

export interface Sample {
  at: number;
  /** The states of the clients' jobs, by client; undefined when the queue could not be read. */
  jobs: readonly JobState[] | undefined;
  /** Share of the machine's processor time that was used since the sample before. */
  machine: number;
  /** Utilization of the drill's own event loop since the sample before. All traffic passes through it. */
  drill: number;
}

/**
 * `delayed` until it is due, then `waiting` for a worker, and `claimed` by one. `abandoned` is a claimed job whose lock
 * is not renewed.
 */
export type JobState = 'missing' | 'delayed' | 'waiting' | 'claimed' | 'abandoned';

/** The times of a process; undefined until then. */
export interface Life {
  service: ServiceName;
  startedAt: number;
  readyAt: number | undefined;
  /** When it was told to end, or killed. */
  endedAt: number | undefined;
}

/** The polls that were missed for one reason. */
export interface Cause {
  /** The reason why the poll was late. */
  reason: string;
  /** Events between the time of the poll and the next one. */
  meanwhile: string;
  missed: number;
  /** From the time when a poll was due until the next one (ms). */
  longestDelayMs: number;
}

const reasons: Record<JobState, string> = {
  missing: 'its job was missing from the queue',
  delayed: 'its job was delayed for longer',
  waiting: 'no worker claimed its job',
  claimed: 'a worker had claimed its job, and had not polled yet',
  abandoned: 'its job was claimed by a worker that had ended or stood still',
};

/** Mean time between samples above which the drill itself stood still (ms). */
const maxSampleIntervalMs = 1_000;

/** How long a process that is ready still compiles its code (ms). */
const warmUpMs = 1_000;

/** Share of the time above which what is next has to wait. */
const busy = 0.9;

/** Counts missed polls by their causes, the most frequent first. */
export function causesOf(missed: readonly MissedPoll[], observation: Observation): Cause[] {
  const causes = new Map<string, Cause>();
  for (const poll of missed) {
    const [reason, meanwhile] = [reasonOf(poll, observation), meanwhileOf(poll, observation)];
    const key = `${reason}, ${meanwhile}`;
    const cause = causes.get(key) ?? { reason, meanwhile, missed: 0, longestDelayMs: 0 };
    cause.missed += 1;
    cause.longestDelayMs = Math.max(cause.longestDelayMs, poll.nextAt - poll.dueAt);
    causes.set(key, cause);
  }
  return [...causes.values()].sort((one, other) => other.missed - one.missed);
}

const samplesBetween = ({ samples }: Observation, from: number, to: number) =>
  samples.filter(({ at }) => at >= from && at < to);

function reasonOf(
  { client, previousAt, dueAt, nextAt }: MissedPoll,
  observation: Observation,
): string {
  const all = samplesBetween(observation, previousAt, nextAt);
  if (all.some(({ jobs }) => !jobs)) return 'the queue was away';
  // A job that was lost before its poll was due, and restored too late, counts as missing, too.
  if (all.some(({ jobs }) => jobs![client] === 'missing')) return reasons.missing;
  const late = all.filter(({ at }) => at >= dueAt);
  if (late.length * maxSampleIntervalMs < nextAt - dueAt) return 'the drill itself stood still';
  const states = all.map(({ jobs }) => jobs![client]!);
  const untilLate = states.slice(0, states.length - late.length + 1);
  if (untilLate.every((state) => state === 'claimed')) return 'the poll before had not ended';
  return reasons[mostFrequent(states.slice(-late.length))];
}

function mostFrequent(states: readonly JobState[]): JobState {
  const countOf = (state: JobState) => states.filter((other) => other === state).length;
  return states.toSorted((one, other) => countOf(other) - countOf(one))[0]!;
}

function meanwhileOf({ dueAt, nextAt }: MissedPoll, observation: Observation): string {
  const late = samplesBetween(observation, dueAt, nextAt);
  const workers = observation.lives.filter(({ service }) => service === 'connector-runtime');
  const isReady = ({ readyAt = Infinity, endedAt = Infinity }: Life) =>
    readyAt <= dueAt && endedAt >= nextAt;
  const isStarting = ({ startedAt, readyAt = Infinity }: Life) =>
    startedAt < nextAt && readyAt + warmUpMs > dueAt;
  const facts = {
    'no worker was ready all the time': !workers.some(isReady),
    'a process was starting': observation.lives.some(isStarting),
    'all processors were busy': mean(late.map(({ machine }) => machine)) >= busy,
    'the drill was busy': mean(late.map(({ drill }) => drill)) >= busy,
  };
  const found = Object.entries(facts).filter(([, holds]) => holds);
  return found.map(([fact]) => fact).join(', ') || 'nothing';
}
