import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Stack } from '@trellis/testing';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Records all commands to Redis, because jobs may be removed a moment later. */
export async function observeRedis(url: string) {
  const commands: string[] = [];
  const redis = new Redis(url);
  const monitor = await redis.monitor();
  monitor.on('monitor', (_time: string, args: string[]) => void commands.push(args.join(' ')));
  return {
    commands: () => commands.join('\n'),
    close() {
      monitor.disconnect();
      redis.disconnect();
    },
  };
}

/** Returns all rows of all tables of a stack as text. */
export async function dumpDatabases({ dataDirectory }: Stack): Promise<string> {
  const file = readFileSync(join(dataDirectory, 'services.env'), 'utf8');
  const { DATABASE_URL } = parseEnv(file) as NodeJS.Dict<string>;
  const client = new pg.Client(DATABASE_URL!);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
