import { cpus } from 'node:os';
import { quantile } from '../numbers.js';
import { setting } from '../options.js';
import { milliseconds, print, seconds, table } from '../print.js';
import { measureListening } from './listen/changes.js';
import { measurePresses } from './listen/presses.js';
import { totalOf } from './processes.js';

/**
 * Measures the latency from a change at a device to an app that follows the events, with many listeners on one broker;
 * and before that the latency of a button at rest. Reports nothing if a change or press is lost, or a client or
 * connection fails.
 */
export async function run(): Promise<void> {
  const options = {
    clients: setting('BENCH_CLIENTS', 2_000),
    workers: setting('BENCH_WORKERS', 2),
    perSecond: setting('BENCH_CHANGES', 1_000),
    seconds: setting('BENCH_SECONDS', 60),
  };
  const pressTookMs = await measurePresses(setting('BENCH_PRESSES', 100));
  const { tookMs, changesPerSecond, cost, connectedAfterMs } = await measureListening(options);
  const { clients, workers } = options;
  print(
    `\n${clients} clients of one broker, ${workers} workers, ${options.seconds} s, ${cpus().length} cores\n`,
  );
  const parts = Object.entries(cost).map(([part, time]) => `${part} ${milliseconds(time, 2)}`);
  const rows = [
    ['all clients had listeners after', `${seconds(connectedAfterMs)} s`],
    ['changes a second', changesPerSecond.toFixed(0)],
    ['from the device to the app, 50 % / 99 % / longest', quantiles(tookMs)],
    ['a press of a button at rest, 50 % / 99 % / longest', quantiles(pressTookMs)],
    ['CPU time per change', `${milliseconds(totalOf(cost), 2)}: ${parts.join(', ')}`],
  ];
  print(table(['measured', 'figure'], rows));
}

const quantiles = (times: number[]) =>
  [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)]
    .map((time) => milliseconds(time))
    .join(' / ');
