import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { SharedBudget } from '../budget.js';
import type { ClientSchema, Connector, ContextOf } from '../connector.js';
import { createResolver, type ResolveHost } from '../net/lookup.js';
import { createHttp } from '../net/http.js';
import type { Memory } from '../context.js';
import type { Explainer } from '../trial/explanation.js';
import { createPastedHttp, type PastedAnswer } from '../trial/pasted.js';

/** The parts of a context that a test may choose. */
export interface ContextOptions {
  /** Configurations as a developer would write them; the samples by default. */
  instance?: object | undefined;
  client?: object | undefined;
  memory?: Memory;
  signal?: AbortSignal;
  /** Whether this machine may be reached. Default true. */
  allowPrivate?: boolean;
  /** Looks hosts up, in place of this machine, unless `allowPrivate` is false. */
  resolve?: ResolveHost;
  accessToken?: (() => Promise<string>) | undefined;
  /** Limits the work of a poll. */
  effort?: SharedBudget;
  /** Answers in place of requests, of which none is sent. */
  pasted?: readonly PastedAnswer[];
  explain?: Explainer;
}

type Definition<Instance extends z.ZodObject, Client extends ClientSchema> = Pick<
  Connector<Instance, Client>,
  'instance' | 'client'
>;

/** Creates a context as the runtime does; the connector's schemas parse the configurations. */
export function contextFor<Instance extends z.ZodObject, Client extends ClientSchema>(
  connector: Definition<Instance, Client>,
  options: ContextOptions = {},
): ContextOf<Instance, Client> {
  const bounds = {
    signal: options.signal ?? AbortSignal.timeout(50_000),
    resolve: resolverFor(options),
    acquire: async () => undefined,
    effort: options.effort,
  };
  return {
    instance: connector.instance.schema.parse(options.instance ?? connector.instance.sample),
    client: connector.client.schema.parse(options.client ?? connector.client.sample),
    clientId: randomUUID(),
    isListening: false,
    memory: options.memory ?? emptyMemory(),
    accessToken:
      options.accessToken ??
      (async () => {
        throw new Error('The test has no access token.');
      }),
    explain: options.explain,
    pasted: options.pasted,
    http: options.pasted ? createPastedHttp(options.pasted) : createHttp(bounds),
    ...bounds,
  };
}

function resolverFor({ allowPrivate = true, resolve }: ContextOptions): ResolveHost {
  return allowPrivate && resolve ? resolve : createResolver({ allowPrivate });
}

/** Creates a memory in this process. */
export function emptyMemory(): Memory {
  const stored = new Map<string, string>();
  return {
    get: async (name) => stored.get(name),
    set: async (name, value) => void stored.set(name, value),
    async replace(name, value, current) {
      if (stored.get(name) !== current) return false;
      stored.set(name, value);
      return true;
    },
    delete: async (name) => void stored.delete(name),
  };
}
