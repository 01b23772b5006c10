import { once } from 'node:events';
import { accountsContract, auditJob, connectorsContract, unitsContract } from '@trellis/contracts';
import { connectBroker, connectRedis, connectRpcClient, createJobQueue } from '@trellis/messaging';
import {
  createDrain,
  createLimits,
  createStreamRegistry,
  limitConnections,
} from '@trellis/operations';
import {
  createMetrics,
  observeCaller,
  readBroker,
  runService,
  serveProbes,
} from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import proxyAddress from 'proxy-addr';
import { acceptAgents } from './agents/accept.js';
import { relayAddress } from './agents/relay.js';
import { createOrigins } from './access/app-lookups.js';
import { createBrowserCookies } from './access/browser-cookie.js';
import { followErasures } from './access/running-erasures.js';
import { mcpResource } from './access/mcp.js';
import { createTokenIssuer, createTokenVerifier, type TokenTrust } from './access/token.js';
import { createClientReader } from './mcp-clients/client.js';
import { createAuditLog } from './accounts/audit-log.js';
import { configuration, type GatewayConfiguration } from './configuration.js';
import {
  cacheDescriptions,
  fetchDescriptions,
  withOwnTypes,
} from './connectors/description-cache.js';
import { shareReads } from './events/shared-reads.js';
import { metricRows } from './metrics.js';
import { openModelWriter } from './models/writer.js';
import { consoleOptions } from './pages/web-pages.js';
import { createHrefs } from './resources/hrefs.js';
import { createGateway } from './server.js';

await runService({
  name: 'api-gateway',
  configuration,
  async start({ configuration, log, tracing, onClose }) {
    const { REDIS_URL: redisUrl, QUEUE_SHARDS: shards, PORT: port } = configuration;
    const metrics = createMetrics(metricRows, {
      ofProcess: configuration.HEALTH_PORT !== undefined,
    });
    const broker = await connectBroker({
      redisUrl,
      shards,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? '',
      name: 'api-gateway',
      observer: observeCaller(metrics),
      tracer: tracing,
      onError: (error) => log.warn({ err: error }, 'message queue'),
      onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
    });
    onClose(() => broker.close());
    readBroker(metrics, broker);

    // A Redis that does not answer must not hold up requests: each gateway then counts on its own.
    const redis = redisUrl
      ? connectRedis(redisUrl, { enableOfflineQueue: false, commandTimeout: 250 })
      : undefined;
    redis?.on('error', () => undefined);
    onClose(() => redis?.disconnect());

    const streams = createStreamRegistry({ maxPerDeveloper: configuration.STREAMS_PER_DEVELOPER });
    metrics.addSource(() => ({ trellis_event_streams: [{ value: streams.count() }] }));
    const units = await connectRpcClient(broker, unitsContract);
    const connectors = await connectRpcClient(broker, connectorsContract);
    const accounts = await connectRpcClient(broker, accountsContract);
    const audit = createAuditLog({
      units,
      later: createJobQueue(broker, auditJob),
      tracer: tracing,
      onError: (error) => log.warn({ err: error }, 'recording an entry of the audit log failed'),
    });
    onClose(() => audit.flush());
    const models = openModelWriter({
      onError: (error) => log.error({ err: error }, 'process for models ended'),
    });
    onClose(() => models.close());
    const hrefs = createHrefs(configuration.PUBLIC_URL ?? `http://localhost:${port}`);
    const trust = tokenTrust(configuration, mcpResource(hrefs.base));
    const sealing = createSealing(configuration.SECRETS_KEYS);
    const issueToken = createTokenIssuer(trust);
    // Apps of an external issuer are not registered.
    const ofApps = issueToken && connectors;
    const origins = createOrigins({
      listed: configuration.CORS_ALLOWED_ORIGINS,
      connectors: ofApps,
    });
    const erasures = followErasures({ connectors, subscribe: broker.hints.subscribe });
    onClose(() => erasures.stop());
    const limits = createLimits({
      requestsPerMinute: configuration.RATE_LIMIT_PER_MINUTE,
      subjectRequestsPerMinute: configuration.SUBJECT_RATE_LIMIT_PER_MINUTE,
      attemptsPerMinute: configuration.TOKEN_ATTEMPTS_PER_MINUTE,
      redis,
    });
    const server = createGateway({
      services: {
        units,
        connectors,
        accounts,
        queue: broker,
        descriptions: withOwnTypes(
          cacheDescriptions(
            fetchDescriptions({
              read: () => connectors('descriptions.list', {}),
              logo: hrefs.logo,
            }),
          ),
          {
            readOwn: (developer) => connectors('types.descriptions', { developer }),
            typeLogo: hrefs.typeLogo,
          },
        ),
        readEvents: shareReads(units),
        subscribeHints: broker.hints.subscribe,
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
        erasures,
        issueToken,
        issuer: issueToken ? undefined : issuerOf(configuration),
      },
      verifyToken: createTokenVerifier(trust),
      limits,
      origins,
      audit,
      metrics,
      log,
      console: consoleOptions(configuration),
      trustProxy: configuration.TRUST_PROXY,
      traces: tracing && {
        tracing,
        followsCallers: configuration.TRACE_CALLER_SAMPLING === 'follow',
      },
    });
    limitConnections(server, {
      total: configuration.CONNECTIONS,
      // All connections are those of the proxy.
      perNetwork: configuration.TRUST_PROXY > 0 ? 0 : configuration.CONNECTIONS_PER_ADDRESS,
    });
    const drain = createDrain(server);
    const { TRUST_PROXY: proxies, AGENT_RELAY_HOST: relayHost } = configuration;
    const agents = await acceptAgents(server, {
      connectors,
      subscribe: broker.hints.subscribe,
      sealing,
      clock: broker.clock,
      limits,
      log,
      publicUrl: configuration.PUBLIC_URL,
      isBehindProxy: proxies > 0,
      addressOf: (request) => proxyAddress(request, (_address, hop) => hop < proxies),
      relay: relayAddress(relayHost, configuration.AGENT_RELAY_PORT),
    });
    metrics.addSource(() => ({ trellis_agents: [{ value: agents.count() }] }));
    server.listen(port);
    await once(server, 'listening');
    onClose(() => drain(() => streams.close()));
    onClose(() => agents.close());
    const check = () => broker.check();
    onClose(await serveProbes({ port: configuration.HEALTH_PORT, check, metrics }));
  },
});

/** Returns the claim `iss` if it is an address, as that of an OAuth server is (RFC 8414, section 2). */
function issuerOf({ JWT_ISSUER: issuer }: GatewayConfiguration): string | undefined {
  return issuer !== undefined && URL.canParse(issuer) ? issuer : undefined;
}

function tokenTrust(configuration: GatewayConfiguration, resource: string): TokenTrust {
  return {
    // An audience of all tokens tells nothing of those of MCP clients.
    mcpResource: configuration.JWT_AUDIENCE === resource ? undefined : resource,
    secret: configuration.JWT_SECRET,
    publicKey: configuration.JWT_PUBLIC_KEY,
    jwksUrl: configuration.JWKS_URL,
    scopeClaims: configuration.JWT_SCOPE_CLAIMS,
    issuer: configuration.JWT_ISSUER,
    audience: configuration.JWT_AUDIENCE,
  };
}
