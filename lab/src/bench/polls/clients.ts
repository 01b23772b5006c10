import { randomUUID } from 'node:crypto';
import { createSealing } from '@trellis/sealing';
import { range } from '../../numbers.js';
import { pollSchedule } from './jobs.js';
import type { Product } from './product.js';

export interface NewClients {
  count: number;
  /** Their developer; by default a new one. */
  developer?: string;
  connectorType: string;
  configuration: (n: number) => object;
  instance?: object;
}

/** Returns simulators with one device that never changes. */
export const simulators = (count: number, intervalMs: number): NewClients => ({
  count,
  connectorType: 'simulator',
  instance: { application_key: 'any text' },
  configuration: () => ({ devices: 1, change_rate: 0, interval_ms: intervalMs }),
});

const batchSize = 5_000;

/** Inserts clients that have never been polled; returns their ids. */
export async function insertClients(
  { database, sealingKeys }: Product,
  {
    count,
    connectorType,
    configuration,
    instance = {},
    developer = `bench-${randomUUID()}`,
  }: NewClients,
): Promise<string[]> {
  const sealing = createSealing(sealingKeys);
  const instanceId = randomUUID();
  const { rows } = await database.query<{ key: string }>(
    `INSERT INTO connectors.instances (id, developer, connector_type, configuration)
     VALUES ($1, $2, $3, $4) RETURNING key`,
    [
      instanceId,
      developer,
      connectorType,
      sealing.seal({ purpose: 'instances.configuration', developer, id: instanceId }, instance),
    ],
  );
  const ids = range(count).map(() => randomUUID());
  for (let start = 0; start < count; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    await database.query(
      `INSERT INTO connectors.clients
         (id, developer, subject, connector_type, instance_key, configuration)
       SELECT given.id, $1, given.id::text, $2, $3, given.configuration
       FROM unnest($4::uuid[], $5::text[]) AS given(id, configuration)`,
      [
        developer,
        connectorType,
        rows[0]!.key,
        batch,
        batch.map((id, n) =>
          sealing.seal(
            { purpose: 'clients.configuration', developer, id },
            configuration(start + n),
          ),
        ),
      ],
    );
  }
  await database.query('ANALYZE connectors.clients');
  return ids;
}

export async function areAllPolled({ database }: Product): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM connectors.clients WHERE status = 'STARTING' LIMIT 1`,
  );
  return rowCount === 0;
}

/** Throws if a client fails, because its figures would mean something else. */
export async function requireNoFailure({ database }: Product): Promise<void> {
  const { rows } = await database.query<{ error_code: string; error_detail: string }>(
    `SELECT error_code, error_detail FROM connectors.clients WHERE status = 'ERROR'`,
  );
  if (rows.length === 0) return;
  const { error_code, error_detail } = rows[0]!;
  throw new Error(`${rows.length} clients fail: ${error_code}, ${error_detail}`);
}

/** Removes all clients and their schedules while no worker runs. */
export async function removeClients({ database, broker }: Product): Promise<void> {
  await database.query('TRUNCATE connectors.clients CASCADE');
  await broker.queue(pollSchedule.queue).obliterate({ force: true });
}
