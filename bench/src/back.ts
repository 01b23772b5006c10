import { connectBroker, serve } from '@trellis/messaging';
import pg from 'pg';
import { rowContract } from './contract.js';
import { readRow } from './read-row.js';

/** The service at the other end of the calls. */
const { DATABASE_URL, REDIS_URL } = process.env as Record<string, string>;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const broker = await connectBroker({ redisUrl: REDIS_URL, databaseUrl: DATABASE_URL! });
serve(broker, {
  contract: rowContract,
  handlers: { read: (pool, { id }) => readRow(pool, id) },
  needs: pool,
  onUnexpected: (error) => process.stderr.write(`${String(error)}\n`),
});
process.send?.({ ready: true });
