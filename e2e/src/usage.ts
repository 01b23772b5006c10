import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** What work used of the servers. */
export interface Usage {
  /** Statements that PostgreSQL executed, `BEGIN` and `COMMIT` included. */
  statements: number;
  /** Commands that Redis executed, those of scripts included. */
  commands: number;
  /** Bytes that Redis received: jobs and replies, and the commands around them. */
  bytes: number;
}

/** Counts what work uses; needs the extension `pg_stat_statements` in the database. */
export function usageMeter(servers: { database: pg.Client; redisUrl: string }) {
  const redis = new Redis(servers.redisUrl);

  async function read(): Promise<Usage> {
    const { rows } = await servers.database.query<{ calls: string }>(
      `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements
      WHERE query NOT LIKE '%pg_stat_statements%'`,
    );
    const info = await redis.info('stats');
    const numberOf = (name: string) => Number(new RegExp(`${name}:(\\d+)`).exec(info)![1]);
    return {
      statements: Number(rows[0]!.calls),
      commands: numberOf('total_commands_processed'),
      bytes: numberOf('total_net_input_bytes'),
    };
  }

  /** What one millisecond of rest uses: the timers of the services go on while work is counted. */
  let rest: Usage = { statements: 0, commands: 0, bytes: 0 };

  /** Runs work; returns what was used meanwhile, that of the services at rest included. */
  async function during(work: () => Promise<unknown>) {
    const [before, started] = [await read(), performance.now()];
    await work();
    const [after, milliseconds] = [await read(), performance.now() - started];
    return { milliseconds, used: (name: keyof Usage) => after[name] - before[name] };
  }
  const usage = (valueOf: (name: keyof Usage) => number): Usage => ({
    statements: valueOf('statements'),
    commands: valueOf('commands'),
    bytes: valueOf('bytes'),
  });

  return {
    /** Learns what the services use when nobody asks them for anything, to leave it out of all later counts. */
    async learnRest(milliseconds: number): Promise<void> {
      const idle = await during(async () => setTimeout(milliseconds));
      rest = usage((name) => idle.used(name) / idle.milliseconds);
    },
    /** Runs work and returns what it used per unit of work, of which `units` says how many there were. */
    async perUnit(work: () => Promise<unknown>, units: () => number): Promise<Usage> {
      const { used, milliseconds } = await during(work);
      const count = units();
      return usage((name) => (used(name) - rest[name] * milliseconds) / count);
    },
    close: async () => redis.disconnect(),
  };
}
