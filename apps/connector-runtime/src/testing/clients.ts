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
  const ids = { client: randomUUID(), instance: randomUUID() };
  return database.client.create({
    data: {
      id: ids.client,
      developer,
      subject: 'alice',
      connectorType,
      configuration: sealing.seal(
        { purpose: 'clients.configuration', developer, id: ids.client },
        client,
      ),
      instance: {
        create: {
          id: ids.instance,
          developer,
          connectorType,
          configuration: sealing.seal(
            { purpose: 'instances.configuration', developer, id: ids.instance },
            instance,
          ),
        },
      },
    },
    include: { instance: true },
  });
}
