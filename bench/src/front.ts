import { createSecretKey } from 'node:crypto';
import { connectBroker, connectClient } from '@trellis/messaging';
import express from 'express';
import jwt from 'jsonwebtoken';
import pg from 'pg';
import { oneJobACall, rowContract, secret } from './contract.js';
import { readRow } from './read-row.js';

/**
 * An HTTP server that checks a token and its input and reads a row: by itself (`floor`), or through
 * a call that shares jobs (`shared`) or does not (`single`).
 */
const { VARIANT, PORT, DATABASE_URL, REDIS_URL } = process.env as Record<string, string>;

async function reader(): Promise<(id: number) => Promise<unknown>> {
  if (VARIANT === 'floor') {
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
    return (id) => readRow(pool, id);
  }
  const broker = await connectBroker({ redisUrl: REDIS_URL, databaseUrl: DATABASE_URL! });
  const call = await connectClient(
    broker,
    rowContract,
    VARIANT === 'single' ? oneJobACall : undefined,
  );
  return (id) => call('read', { id });
}

const read = await reader();
const key = createSecretKey(Buffer.from(secret));
const { input } = rowContract.calls.read;
const app = express();
app.get('/rows/:id', async (request, response) => {
  jwt.verify(request.get('authorization')!.slice(7), key, { algorithms: ['HS256'] });
  const { id } = input.parse({ id: Number(request.params.id) });
  response.json(await read(id));
});
app.listen(Number(PORT), () => process.send?.({ ready: true }));
