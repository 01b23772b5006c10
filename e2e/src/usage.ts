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

  return {
    /** Runs work and returns what it used per unit of work, of which `units` says how many there were. */
    async perUnit(work: () => Promise<unknown>, units: () => number): Promise<Usage> {
      const before = await read();
      await work();
      const count = units();
      const after = await read();
      const per = (name: keyof Usage) => (after[name] - before[name]) / count;
      return { statements: per('statements'), commands: per('commands'), bytes: per('bytes') };
    },
    close: async () => redis.disconnect(),
  };
}
