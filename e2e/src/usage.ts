import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** The use of the servers by some work. */
export interface Usage {
  /** Statements that PostgreSQL executed, including `BEGIN` and `COMMIT`. */
  statements: number;
  /** Commands that Redis executed, including those of scripts. */
  commands: number;
  /** Bytes that Redis received. */
  bytes: number;
}

/** Measures the use of the servers; needs the extension `pg_stat_statements` in the database. */
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

  /** Use by the timers of the services per millisecond. */
  let rest: Usage = { statements: 0, commands: 0, bytes: 0 };

  /** Runs work; returns the total use meanwhile, including timers. */
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
    /** Measures the use at rest, which is subtracted from all later results. */
    async learnRest(milliseconds: number): Promise<void> {
      const idle = await during(async () => setTimeout(milliseconds));
      rest = usage((name) => idle.used(name) / idle.milliseconds);
    },
    /** Runs work and returns its use per unit of work. */
    async perUnit(work: () => Promise<unknown>, units: () => number): Promise<Usage> {
      const { used, milliseconds } = await during(work);
      const count = units();
      return usage((name) => (used(name) - rest[name] * milliseconds) / count);
    },
    close: async () => redis.disconnect(),
  };
}
