import { setTimeout } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type pg from 'pg';

export interface Usage {
  /** Statements that PostgreSQL executed, including `BEGIN` and `COMMIT`. */
  statements: number;
  /** Commands that Redis executed, including those of scripts. */
  commands: number;
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
  async function during<Result>(work: () => Promise<Result>) {
    const [before, started] = [await read(), performance.now()];
    const result = await work();
    const [after, milliseconds] = [await read(), performance.now() - started];
    return { result, milliseconds, used: (name: keyof Usage) => after[name] - before[name] };
  }
  const usage = (valueOf: (name: keyof Usage) => number): Usage => ({
    statements: valueOf('statements'),
    commands: valueOf('commands'),
    bytes: valueOf('bytes'),
  });

  return {
    /** Measures the use of resources at rest, which is subtracted from later results. */
    async learnRest(milliseconds: number): Promise<void> {
      const idle = await during(async () => setTimeout(milliseconds));
      rest = usage((name) => idle.used(name) / idle.milliseconds);
    },
    /**
     * Runs work, which resolves to its number of units, three times. Returns the least use per unit, since a busy
     * machine makes timers fire more often for each unit.
     */
    async perUnit(work: () => Promise<number>): Promise<Usage> {
      const rounds: Usage[] = [];
      while (rounds.length < 3) {
        const { result: units, used, milliseconds } = await during(work);
        rounds.push(usage((name) => (used(name) - rest[name] * milliseconds) / units));
      }
      return usage((name) => Math.min(...rounds.map((round) => round[name])));
    },
    close: async () => redis.disconnect(),
  };
}
