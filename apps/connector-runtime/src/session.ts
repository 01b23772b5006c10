import {
  configurationSchema,
  createHttp,
  type ClientSchema,
  type Connector,
  type ContextOf,
  type IdleConnections,
  type ResolveHost,
  type ResolverOf,
  type SharedBudget,
  type FollowRequest,
} from '@trellis/connector-sdk';
import type { Requester } from '@trellis/contracts';
import type { Tracing } from '@trellis/platform';
import type { Sealing } from '@trellis/sealing';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Journal } from './activity/journal.js';
import { refreshingOf } from './activity/record.js';
import type { ResolveThroughAgent } from './agents/route.js';
import { createSessionRecording, type SessionRecording } from './activity/session-recording.js';
import type { Database } from './database.js';
import type { Client, Instance } from './generated/prisma/client.js';
import type { RateLimits } from './limits/rates.js';
import { toFailure } from './polling/failure.js';
import { getAccessToken } from './oauth/access-token.js';
import type { Registry } from './registry.js';
import { openClientOf, openInstanceOf, type Configurations } from './secrets/configuration.js';
import { openMemory } from './secrets/memory.js';
import { instanceSecrets, secretsIn } from './secrets/show.js';

type Context = ContextOf<z.ZodObject, ClientSchema>;

/** The columns of a client that the outcome of a poll sets. */
export type OutcomeColumn =
  | 'status'
  | 'errorCode'
  | 'errorDetail'
  | 'errorSince'
  | 'errorFacts'
  | 'failures'
  | 'warnings'
  | 'rooms'
  | 'isolation';

/** The columns of a client that work for it uses. */
export type ClientRow = Pick<
  Client,
  | 'key'
  | 'id'
  | 'developer'
  | 'subject'
  | 'connectorType'
  | 'configuration'
  | 'tokens'
  | 'pausedSince'
  | 'isResuming'
  | 'attributes'
  | 'vendorAccount'
  | 'debugUntil'
  | 'via'
  | OutcomeColumn
> & {
  instance: Pick<Instance, 'id' | 'configuration'>;
  /** When the poll began, or when the listener reported, by the clock of the database. */
  polled?: Date;
  /** Whether a listener reported it between two polls. */
  isReported?: boolean;
  /** Just before `polled` (ms, by `performance.now()`); only of what a listener reported. */
  readAt?: number;
  /** Who has requested the poll; null for one of the schedule. */
  requestedBy?: Requester | null;
  /** Whether its listener is connected. */
  isListening?: boolean;
};

/** An opened client; one per poll, write or action. */
export interface Session {
  row: ClientRow;
  connector: Connector;
  /** The decrypted configuration of the developer's instance. */
  instance: Context['instance'];
  /** The decrypted configuration of the subject's client. */
  client: Context['client'];
  /** Enforces the egress policy for its developer, also where an end user authorizes a client with an agent. */
  resolve: ResolveHost;
  /** Its exchanges with the remote technology. */
  recording: SessionRecording;
  /**
   * Creates the context of the connector. Everything ends when `signal` is aborted; `effort` limits a poll, and
   * `connections` are used again.
   */
  contextUntil(signal: AbortSignal, effort?: SharedBudget, connections?: IdleConnections): Context;
}

export interface SessionNeeds {
  database: Database;
  pool: Pool;
  registry: Registry;
  sealing: Sealing;
  configurations: Configurations;
  resolverOf: ResolverOf;
  throughAgent: ResolveThroughAgent;
  rateLimits: RateLimits;
  /** The clock that all processes share, by which secrets and tickets expire (milliseconds since the epoch). */
  clock: { now(): number };
  tracing?: Tracing | undefined;
  journal: Journal;
}

/** Opens a client by its id or key; `undefined` when it was removed. */
export async function openSession(
  needs: SessionNeeds,
  where: { id: string } | { key: bigint },
): Promise<Session | undefined> {
  const row = await needs.database.client.findUnique({ where, include: { instance: true } });
  return row ? sessionOf(needs, row) : undefined;
}

/** Opens a client whose row was read; `memory` is the connector's, if it was read as well. */
export function sessionOf(needs: SessionNeeds, row: ClientRow, memory?: string | null): Session {
  const { registry, configurations, resolverOf, rateLimits, tracing } = needs;
  const follow = followRequests(tracing);
  const connector = registry.get(row.connectorType);
  const { developer } = row;
  const instance = openInstanceOf(configurations, connector, { developer, ...row.instance });
  const client = openClientOf(configurations, connector, row);
  const resolve = resolverOf(developer);
  const reach = row.via === null ? resolve : needs.throughAgent({ developer, agent: row.via });
  const acquire = rateLimits(connector, { instance: row.instance.id, client: row.id });
  const recording = createSessionRecording({
    configured: () => secretsOf(connector, { instance, client }),
    names: () => connector.secretNames?.(instance) ?? [],
  });
  const { record } = recording;
  return {
    row,
    connector,
    instance,
    client,
    resolve,
    recording,
    contextUntil: (signal, effort, connections) => ({
      instance,
      client,
      clientId: row.id,
      isListening: row.isListening ?? false,
      signal,
      resolve: reach,
      acquire,
      effort,
      record,
      http: createHttp({ resolve: reach, signal, acquire, effort, connections, follow, record }),
      memory: recording.watch(openMemory(needs, row, memory)),
      async accessToken() {
        const refreshing = refreshingOf(needs, { row, recording }, toFailure);
        const of = { connector, instance, resolve, client: row, signal, refreshing };
        const token = await getAccessToken(needs, of);
        recording.addSecret(token);
        return token;
      },
    }),
  };
}

/** Returns the secrets in the configurations of a client and its instance. */
export function secretsOf(
  connector: Connector,
  { instance, client }: Pick<Session, 'instance' | 'client'>,
): string[] {
  const ofInstance = configurationSchema(connector.instance.schema);
  const ofClient =
    connector.describeClient?.(instance) ?? configurationSchema(connector.client.schema);
  return [
    ...secretsIn(ofInstance, instance, instanceSecrets(connector, instance)),
    ...secretsIn(ofClient, client),
  ];
}

/**
 * Traces each request to a remote technology or an app as a span. The span contains neither its address nor its
 * content, and the request has no `traceparent`: those are private to the developer and to us.
 */
export const followRequests = (tracing: Tracing | undefined): FollowRequest | undefined =>
  tracing && ((method, send) => tracing.httpSpan(method, send));
