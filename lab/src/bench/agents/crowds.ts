import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { waitFor } from '@trellis/testing';
import type pg from 'pg';
import { range, sum } from '../../numbers.js';
import { start } from '../processes.js';
import type { CrowdReport } from './crowd.js';

/** A process can sign for about this many agents that connect at once. */
const perProcess = 2_500;

export interface Crowds {
  begin(): void;
  /** Waits until all are connected; returns the time of that, and what they did since the last time. */
  connected(): Promise<{ at: number; attempts: number; mostInASecond: number }>;
  stop(): void;
}

/** Starts processes with agents that are paired, in a database. */
export async function startCrowds(
  database: pg.Pool,
  { address, count }: { address: string; count: number },
): Promise<Crowds> {
  const processes = await Promise.all(
    range(Math.ceil(count / perProcess)).map((n) =>
      start('crowd', {
        ADDRESS: address,
        COUNT: String(Math.min(perProcess, count - n * perProcess)),
      }),
    ),
  );
  await insertAgents(
    database,
    processes.flatMap(({ message }) => message as string[]),
  );
  const ask = () =>
    Promise.all(
      processes.map(async ({ child }) => {
        child.send('report');
        const [report] = (await once(child, 'message')) as [CrowdReport];
        return report;
      }),
    );
  let known = 0;
  return {
    begin() {
      for (const { child } of processes) child.send('begin');
    },
    async connected() {
      const acceptedAt: number[] = [];
      let attempts = 0;
      const areConnected = async () => {
        const reports = await ask();
        for (const report of reports) acceptedAt.push(...report.acceptedAt);
        attempts = sum(reports.map((report) => report.attempts));
        return sum(reports.map((report) => report.connected)) === count;
      };
      await waitFor(areConnected, { within: 300_000, every: 500, what: 'all agents' });
      const since = attempts - known;
      known = attempts;
      return {
        at: Math.max(...acceptedAt),
        attempts: since,
        mostInASecond: mostInASecond(acceptedAt),
      };
    },
    stop() {
      for (const { child } of processes) child.kill();
    },
  };
}

async function insertAgents(database: pg.Pool, keys: string[]): Promise<void> {
  const developer = `bench-${randomUUID()}`;
  await database.query(
    `INSERT INTO connectors.agents (id, developer, subject, name, public_key)
    SELECT given.id, $1, given.id::text, 'Home', given.key
    FROM unnest($2::uuid[], $3::bytea[]) AS given(id, key)`,
    [developer, keys.map(() => randomUUID()), keys.map((key) => Buffer.from(key, 'base64url'))],
  );
}

function mostInASecond(times: number[]): number {
  const counts = new Map<number, number>();
  for (const time of times) {
    const second = Math.floor(time / 1_000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}
