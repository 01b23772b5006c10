import { cpus } from 'node:os';
import { totalOf } from './cpu.js';
import { measureListening } from './listen/measure.js';
import { measurePresses } from './listen/presses.js';
import { quantile } from './measure.js';
import { table } from '../table.js';

/**
 * Measures the latency from a change at a device to an app that follows the events, with many listeners on one broker;
 * and before that the latency of a button at rest. Reports nothing if a change or press is lost, or a client or
 * connection fails.
 */
const setting = (name: string, otherwise: number) => Number(process.env[name] || otherwise);
const options = {
  clients: setting('BENCH_CLIENTS', 2_000),
  workers: setting('BENCH_WORKERS', 2),
  perSecond: setting('BENCH_CHANGES', 1_000),
  seconds: setting('BENCH_SECONDS', 60),
  warmUpSeconds: 20,
};

const print = (line = '') => void process.stdout.write(`${line}\n`);
const ms = (time: number) => `${time.toFixed(0)} ms`;

const pressTookMs = await measurePresses(setting('BENCH_PRESSES', 100));
const { tookMs, changesPerSecond, cost, connectedAfterMs } = await measureListening(options);
const { clients, workers, seconds } = options;
print(
  `\n${clients} clients of one broker, ${workers} workers, ${seconds} s, ${cpus().length} cores\n`,
);
const parts = Object.entries(cost).map(([part, time]) => `${part} ${time.toFixed(2)} ms`);
const quantiles = (times: number[]) =>
  [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)].map(ms).join(' / ');
print(
  table(
    ['measured', 'figure'],
    [
      ['all clients had listeners after', `${(connectedAfterMs / 1_000).toFixed(1)} s`],
      ['changes a second', changesPerSecond.toFixed(0)],
      ['from the device to the app, 50 % / 99 % / longest', quantiles(tookMs)],
      ['a press of a button at rest, 50 % / 99 % / longest', quantiles(pressTookMs)],
      ['CPU time per change', `${totalOf(cost).toFixed(2)} ms: ${parts.join(', ')}`],
    ],
  ),
);
process.exit(0);
