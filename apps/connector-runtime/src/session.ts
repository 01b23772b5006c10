import {
  createHttp,
  type ClientSchema,
  type Connector,
  type ContextOf,
  type ResolveHost,
} from '@trellis/connector-sdk';
import type { Sealing } from '@trellis/sealing';
import type { z } from 'zod';
import type { Database } from './database.js';
import type { Client, Instance } from './generated/prisma/client.js';
import type { RateLimits } from './limits/rates.js';
import { getAccessToken } from './oauth/access-token.js';
import type { Registry } from './registry.js';
import { decryptConfiguration } from './secrets/configuration.js';
import { openMemory } from './secrets/memory.js';

type Context = ContextOf<z.ZodObject, ClientSchema>;

/** One client, with all that is needed to work for it; opened once per poll, write or action. */
export interface Session {
  row: Client & { instance: Instance };
  connector: Connector;
  /** The decrypted configuration of the developer's instance. */
  instance: Context['instance'];
  /** The decrypted configuration of the subject's client. */
  client: Context['client'];
  /** What the connector works with; everything must end when `signal` is aborted. */
  contextUntil(signal: AbortSignal): Context;
}

export interface SessionNeeds {
  database: Database;
  registry: Registry;
  sealing: Sealing;
  resolve: ResolveHost;
  rateLimits: RateLimits;
}

/** Opens a client by its id or key; `undefined` when it was removed. */
export async function openSession(
  needs: SessionNeeds,
  where: { id: string } | { key: bigint },
): Promise<Session | undefined> {
  const { database, registry, sealing, resolve, rateLimits } = needs;
  const row = await database.client.findUnique({ where, include: { instance: true } });
  if (!row) return undefined;
  const connector = registry.get(row.connectorType);
  const instance = decryptConfiguration(
    sealing,
    connector.instance.schema,
    row.instance.configuration,
  );
  const client = decryptConfiguration(sealing, connector.client.schema, row.configuration);
  const acquire = rateLimits(connector, { instance: row.instance.id, client: row.id });
  return {
    row,
    connector,
    instance,
    client,
    contextUntil: (signal) => ({
      instance,
      client,
      clientId: row.id,
      signal,
      resolve,
      acquire,
      http: createHttp({ resolve, signal, acquire }),
      memory: openMemory(needs, row.id),
      accessToken: () => getAccessToken(needs, { connector, instance, client: row.id, signal }),
    }),
  };
}
