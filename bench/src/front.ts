import { createSecretKey } from 'node:crypto';
import { connectBroker, connectRpcClient } from '@trellis/messaging';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { jwtSecret, oneJobPerCall, rowContract } from './contract.js';
import { readRow } from './read-row.js';

/**
 * An HTTP server that checks a token and its input and reads a row: directly (`floor`), or through
 * calls that share jobs (`batched`) or have one each (`single`).
 */
const { VARIANT, PORT, DATABASE_URL, REDIS_URL } = process.env as Record<string, string>;

async function createReader(): Promise<(id: number) => Promise<unknown>> {
  if (VARIANT === 'floor') {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
    return (id) => readRow(pool, id);
  }
  const broker = await connectBroker({ redisUrl: REDIS_URL, databaseUrl: DATABASE_URL! });
  const call = await connectRpcClient(
    broker,
    rowContract,
    VARIANT === 'single' ? oneJobPerCall : undefined,
  );
  return (id) => call('read', { id });
}

const read = await createReader();
const key = createSecretKey(Buffer.from(jwtSecret));
const { input } = rowContract.calls.read;
const app = express();
app.get('/rows/:id', async (request, response) => {
  jwt.verify(request.get('authorization')!.slice(7), key, { algorithms: ['HS256'] });
  const { id } = input.parse({ id: Number(request.params.id) });
  response.json(await read(id));
});
app.listen(Number(PORT), () => process.send?.({ ready: true }));
