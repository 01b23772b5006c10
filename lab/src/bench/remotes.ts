import { setTimeout as pause } from 'node:timers/promises';
import { newAccount, startHttpServer, waitFor } from '@trellis/testing';
import { createClients } from '../clients.js';
import { median, quantile } from '../numbers.js';
import { setting } from '../options.js';
import { head, print, row, seconds } from '../print.js';
import { describeThing, mediaType } from '../thing-description.js';
import { startInstallation } from './installation.js';
import { startHangingServer } from './neighbors/remotes.js';

const intervalMs = 10_000;

/**
 * Measures whether remote technologies that accept connections and never answer slow down the others: one worker polls
 * 700 healthy clients, first alone and then beside 300 that hang.
 */
export async function run(): Promise<void> {
  const healthy = setting('BENCH_HEALTHY', 700);
  const hanging = setting('BENCH_HANGING', 300);
  const rounds = setting('BENCH_ROUNDS', 6);

  /** Times of the polls of each healthy client (ms since the start of the process). */
  const polls = new Map<string, number[]>();
  const things = await startHttpServer(({ url }, response) => {
    const name = url.split('/')[2]!;
    polls.set(name, [...(polls.get(name) ?? []), performance.now()]);
    response.setHeader('content-type', mediaType);
    response.end(describeThing(name, `Thing ${name}`));
  });
  const unresponsive = await startHangingServer();
  const installation = await startInstallation({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });

  /** Returns the pauses between the polls of each healthy client during some intervals (ms). */
  async function watch(): Promise<number[]> {
    const startedAt = performance.now();
    await pause(rounds * intervalMs);
    return [...polls.values()].flatMap((times) => {
      const during = times.filter((time) => time >= startedAt - intervalMs);
      return during.slice(1).map((time, index) => time - during[index]!);
    });
  }

  function report(name: string, pauses: number[]): void {
    const due = (pauses.length / (healthy * rounds)) * 100;
    const times = [median(pauses), quantile(pauses, 0.99), quantile(pauses, 1)];
    const shown = times.map((ms) => `${seconds(ms)} s`);
    print(row([name, pauses.length, `${due.toFixed(1)} %`, ...shown]));
  }

  try {
    const account = newAccount(installation);
    const create = (name: string, count: number, address: string) =>
      createClients(account, {
        connector: 'wot',
        count,
        name,
        configurationOf: (n) => ({ url: `${address}/things/${n}`, interval_ms: intervalMs }),
      });
    await create('healthy', healthy, things.address);
    await waitFor(() => polls.size === healthy, { within: 60_000, what: 'the first polls' });
    const alone = await watch();
    await create('hanging', hanging, unresponsive.address);
    const together = await watch();

    print(
      `\n${healthy} healthy clients polled every ${intervalMs / 1000} s by one worker, ${rounds} intervals each\n`,
    );
    print(head(['variant', 'polls', 'share of due polls', 'median pause', '99 %', 'longest']));
    report('alone (baseline)', alone);
    report(`with ${hanging} that hang`, together);
    print(`\nhanging connections: ${unresponsive.connections()}`);
  } finally {
    await installation.stop();
  }
}
