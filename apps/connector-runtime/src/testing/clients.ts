import { randomUUID } from 'node:crypto';
import type { Sealing } from '@trellis/sealing';
import type { Database } from '../database.js';

/** Inserts a client of a connector type, with an instance of its own. */
export async function insertClient(
  { database, sealing }: { database: Database; sealing: Sealing },
  connectorType: string,
  { instance = {}, client = {} }: { instance?: object; client?: object } = {},
) {
  const developer = randomUUID();
  return database.client.create({
    data: {
      id: randomUUID(),
      developer,
      subject: 'alice',
      connectorType,
      configuration: sealing.seal(client),
      instance: {
        create: {
          id: randomUUID(),
          developer,
          connectorType,
          configuration: sealing.seal(instance),
        },
      },
    },
    include: { instance: true },
  });
}
