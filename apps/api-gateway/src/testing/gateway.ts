import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { pino } from 'pino';
import {
  type AuditEntry,
  accountsContract,
  connectorsContract,
  type Contract,
  Problem,
  scopes,
  unitsContract,
  outputOf,
  type Output,
} from '@trellis/contracts';
import type { RpcClient } from '@trellis/messaging';
import {
  createAdmission,
  createBodyBudget,
  createHeavyRequests,
  createStreamRegistry,
  type Limits,
} from '@trellis/operations';
import { createMetrics } from '@trellis/platform';
import { createSealing, generateKey, type Sealing } from '@trellis/sealing';
import { mcpResource } from '../access/mcp.js';
import { createOrigins } from '../access/app-lookups.js';
import { createBrowserCookies } from '../access/browser-cookie.js';
import { createTokenIssuer, createTokenVerifier } from '../access/token.js';
import { createClientReader } from '../mcp-clients/client.js';
import { createAuditLog } from '../accounts/audit-log.js';
import {
  cacheDescriptions,
  fetchDescriptions,
  withOwnTypes,
} from '../connectors/description-cache.js';
import { shareReads } from '../events/shared-reads.js';
import { metricRows } from '../metrics.js';
import { openModelWriter } from '../models/writer.js';
import { createHrefs } from '../resources/hrefs.js';
import { createGateway } from '../server.js';

/** The answers of the services behind the gateway, by call. */
export type Calls = Record<string, (input: never) => unknown>;

const secret = 'a secret of the tests that is long enough';

const unlimited = async () => undefined;

export interface TestGateway {
  address: string;
  /** The log entries of the gateway. */
  logged: Record<string, unknown>[];
  /** The entries that it has left in the audit log, by calls of their own and with what they change. */
  audited: AuditEntry[];
  /** The keys that it shares with the services. */
  sealing: Sealing;
  /** An access token of a developer, or of one of its apps. */
  tokenOf(developer: string, app?: string, scope?: string, subject?: string): string;
  /** How far its clock is ahead (ms), by which it is wrong unless it is 0. */
  clock: { skewMs: number };
  /** Sends a request, of one developer unless it has a token of its own. */
  request(path: string, options?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Starts a gateway in front of services that answer as they are told. */
export async function startGateway(
  calls: Calls,
  limits: Partial<Limits> = {},
  publicUrl = 'http://trellis.test',
  { maxPerDeveloper = 10, issuer }: { maxPerDeveloper?: number; issuer?: string } = {},
): Promise<TestGateway> {
  const clock = { skewMs: 0 };
  const audited: AuditEntry[] = [];
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const streams = createStreamRegistry({ maxPerDeveloper });
  const models = openModelWriter({ onError: (error) => log.error({ err: error }, 'models') });
  const units = storingEntries(fakeClient(unitsContract, calls), audited);
  const connectors = fakeClient(connectorsContract, calls);
  const accounts = fakeClient(accountsContract, calls);
  const hrefs = createHrefs(publicUrl);
  const sealing = createSealing(generateKey());
  const origins = createOrigins({ listed: [], connectors });
  const server = createGateway({
    services: {
      units,
      readEvents: shareReads(units),
      connectors,
      accounts,
      queue: {
        clock: {
          skewMs: () => clock.skewMs,
          isRight: () => clock.skewMs === 0,
        },
        check: async () => void (await calls['queue.check']?.({} as never)),
      },
      descriptions: withOwnTypes(
        cacheDescriptions(
          fetchDescriptions({ read: () => connectors('descriptions.list', {}), logo: hrefs.logo }),
        ),
        {
          readOwn: async (developer) =>
            calls['types.descriptions'] ? connectors('types.descriptions', { developer }) : [],
          typeLogo: hrefs.typeLogo,
        },
      ),
      subscribeHints: async () => ({ end: async () => undefined }),
      hrefs,
      browserCookies: createBrowserCookies(hrefs.base),
      sealing,
      readMcpClient: createClientReader({
        sealing,
        readDocument: (url) => connectors('mcp_clients.read_document', { url }),
      }),
      streams,
      models,
      allowOrigin: origins.allow,
      erasures: { refuse: () => undefined, reload: async () => undefined, stop: () => undefined },
      issueToken: issuer === undefined ? createTokenIssuer({ secret }) : undefined,
      issuer,
    },
    audit: createAuditLog({
      units: fakeClient(unitsContract, {
        'audit.record': async (input: { entries: AuditEntry[] }) => {
          await calls['audit.record']?.(input as never);
          audited.push(...input.entries);
          return {};
        },
      }),
      later: { add: async (_id, job) => void (await calls['audit.later']?.(job as never)) },
      onError: (error) => log.warn({ err: error }, 'audit'),
    }),
    metrics: createMetrics(metricRows, { ofProcess: false }),
    verifyToken: createTokenVerifier({ secret, mcpResource: mcpResource(hrefs.base) }),
    limits: {
      requests: unlimited,
      requestsOfSubject: unlimited,
      trials: unlimited,
      originLookups: unlimited,
      attempts: unlimited,
      attemptsAsApp: unlimited,
      hooks: unlimited,
      refusals: unlimited,
      admission: createAdmission(),
      bodies: createBodyBudget(),
      heavy: createHeavyRequests(),
      ...limits,
    },
    console: { settings: { client_credentials: true }, connectsTo: [] },
    origins,
    log,
    trustProxy: 1,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const everyScope = Object.keys(scopes).join(' ');
  const tokenOf = (sub: string, azp = sub, scope = everyScope, subject?: string) =>
    jwt.sign({ sub, azp, scope, external_subject_id: subject }, secret, { expiresIn: 3_600 });
  const token = tokenOf('ada');
  return {
    address,
    logged,
    audited,
    sealing,
    tokenOf,
    clock,
    request: (path, { headers, ...options } = {}) =>
      fetch(`${address}${path}`, {
        redirect: 'manual',
        ...options,
        headers: { authorization: `Bearer ${token}`, ...headers },
      }),
    async close() {
      streams.close();
      await models.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Stores the entries of calls that succeed, as the service does. */
const storingEntries =
  (units: RpcClient<typeof unitsContract>, audited: AuditEntry[]): typeof units =>
  async (name, input) => {
    const output = await units(name, input);
    const { audit } = input as { audit?: AuditEntry };
    if (audit) audited.push(audit);
    return output;
  };

/** Returns a client whose calls are answered by functions; inputs and outputs are checked as by the services. */
export function fakeClient<C extends Contract>({ calls }: C, answers: Calls): RpcClient<C> {
  return async (name, input) => {
    const handler = answers[name];
    if (!handler) throw new Problem('not_found', `${name} finds nothing.`);
    const output = await handler(calls[name]!.input.parse(input) as never);
    return outputOf(calls[name]!).parse(output) as Output<C, typeof name>;
  };
}
