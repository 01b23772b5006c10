import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Redis as Connection } from 'ioredis';
import { startCallers } from '../../callers.js';
import { sum } from '../../numbers.js';
import type { JobState, Sample } from './causes.js';

/** Pause between two samples (ms). */
const sampleIntervalMs = 200;

/** Remaining time of a lock below which its holder renews it no longer (ms): the locks of a broker last 6 s. */
const minLockMs = 3_000;

/**
 * Reads the state of jobs as BullMQ stores them. KEYS: prefix of the queue. ARGV: now (ms), `minLockMs`, and the ids of
 * the jobs.
 */
const readStates = `
local prefix, states = KEYS[1], {}
for n = 3, #ARGV do
  local id = ARGV[n]
  local dueAt = redis.call('ZSCORE', prefix .. 'delayed', id)
  local lockMs = redis.call('PTTL', prefix .. id .. ':lock')
  if redis.call('EXISTS', prefix .. id) == 0 then states[n - 2] = 'missing'
  elseif dueAt then states[n - 2] = dueAt / 0x1000 > tonumber(ARGV[1]) and 'delayed' or 'waiting'
  elseif lockMs >= tonumber(ARGV[2]) then states[n - 2] = 'claimed'
  elseif redis.call('LPOS', prefix .. 'active', id) then states[n - 2] = 'abandoned'
  else states[n - 2] = 'waiting' end
end
return states`;

/** Observes the jobs of clients and the load of the machine until `stop`. */
export function startObserving(
  port: number,
  ids: readonly string[],
): { stop(): Promise<Sample[]> } {
  const connection = new Connection(port, '127.0.0.1', {
    enableOfflineQueue: false,
    commandTimeout: 1_000,
    retryStrategy: () => sampleIntervalMs,
  });
  connection.on('error', () => undefined);
  const samples: Sample[] = [];
  const readJobs = async () => {
    const options = [Date.now(), minLockMs, ...ids];
    const states = await connection.eval(readStates, 1, 'trellis:polls:', ...options);
    return states as JobState[];
  };
  let before = readProcessors();
  let loopBefore = performance.eventLoopUtilization();
  const sample = async () => {
    const jobs = await readJobs().catch(() => undefined);
    const after = readProcessors();
    const { utilization: drill } = performance.eventLoopUtilization(loopBefore);
    loopBefore = performance.eventLoopUtilization();
    const machine = 1 - (after.idle - before.idle) / Math.max(1, after.total - before.total);
    before = after;
    samples.push({ at: performance.now(), jobs, machine, drill });
  };
  const sampling = startCallers(1, sample, sampleIntervalMs);
  return {
    async stop() {
      await sampling.stop();
      connection.disconnect();
      return samples;
    },
  };
}

/** Reads how long all processors together were idle, and in total, since the start of the machine (ms). */
function readProcessors(): { idle: number; total: number } {
  const times = cpus().map((processor) => processor.times);
  return {
    idle: sum(times.map(({ idle }) => idle)),
    total: sum(times.flatMap((each) => Object.values(each))),
  };
}
