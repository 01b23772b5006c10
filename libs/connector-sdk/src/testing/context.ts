import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Connector, ConnectorContext } from '../connector.js';
import { createResolver } from '../egress.js';
import { createHttp } from '../http.js';
import type { Memory } from '../memory.js';

/** What a test says of the context; the rest is made up. */
export interface ContextOptions {
  /** Configurations as a developer would write them; the samples by default. */
  instance?: object | undefined;
  client?: object | undefined;
  memory?: Memory;
  signal?: AbortSignal;
  /** Whether this machine may be reached. Default true. */
  allowPrivate?: boolean;
  accessToken?: (() => Promise<string>) | undefined;
}

type Definition<Instance extends z.ZodObject, Client extends z.ZodObject> = Pick<
  Connector<Instance, Client>,
  'instance' | 'client'
>;

/** A context as the runtime gives it, with configurations checked by the connector's schemas. */
export function contextFor<Instance extends z.ZodObject, Client extends z.ZodObject>(
  connector: Definition<Instance, Client>,
  options: ContextOptions = {},
): ConnectorContext<z.output<Instance>, z.output<Client>> {
  const bounds = {
    signal: options.signal ?? AbortSignal.timeout(20_000),
    resolve: createResolver({ allowPrivate: options.allowPrivate ?? true }),
    spend: async () => undefined,
  };
  return {
    instance: connector.instance.schema.parse(options.instance ?? connector.instance.sample),
    client: connector.client.schema.parse(options.client ?? connector.client.sample),
    clientId: randomUUID(),
    memory: options.memory ?? emptyMemory(),
    accessToken:
      options.accessToken ??
      (async () => {
        throw new Error('The test gives no access token.');
      }),
    http: createHttp(bounds),
    ...bounds,
  };
}

/** A memory that lasts as long as the test. */
export function emptyMemory(): Memory {
  const kept = new Map<string, string>();
  return {
    read: async (name) => kept.get(name),
    async keepFirst(name, value) {
      if (!kept.has(name)) kept.set(name, value);
      return kept.get(name)!;
    },
  };
}
