import { once } from 'node:events';
import { connectorsContract, unitsContract } from '@trellis/contracts';
import { connectBroker, connectRpcClient, createHintSubscriber } from '@trellis/messaging';
import { runService } from '@trellis/platform';
import { createSealing } from '@trellis/sealing';
import { Redis } from 'ioredis';
import { configuration, type GatewayConfiguration } from './configuration.js';
import { keepDescriptions } from './descriptions/keep.js';
import { createHrefs } from './http/hrefs.js';
import { createTokenIssuer } from './http/issue-token.js';
import { createLimits } from './http/limits.js';
import { createStreamRegistry } from './http/streams.js';
import { createTokenVerifier, type TokenTrust } from './http/token.js';
import { createGateway } from './server.js';

await runService({
  name: 'api-gateway',
  configuration,
  async start({ configuration, log, onClose }) {
    const { REDIS_URL: redisUrl, PORT: port } = configuration;
    const trust = tokenTrust(configuration);
    const broker = await connectBroker({
      redisUrl,
      databaseUrl: configuration.QUEUE_DATABASE_URL ?? '',
      name: 'api-gateway',
      onError: (error) => log.warn({ err: error }, 'message queue'),
      onClockSkew: (skewMs) => log.warn({ skewMs }, 'clock skew against the message queue'),
    });
    onClose(() => broker.close());

    // A Redis that does not answer must not hold up requests: each gateway then counts on its own.
    const redis = redisUrl
      ? new Redis(redisUrl, { enableOfflineQueue: false, commandTimeout: 250 })
      : undefined;
    redis?.on('error', () => undefined);
    onClose(() => redis?.disconnect());

    const streams = createStreamRegistry({
      maxPerDeveloper: configuration.STREAMS_PER_DEVELOPER,
    });
    const connectors = await connectRpcClient(broker, connectorsContract);
    const hrefs = createHrefs(configuration.PUBLIC_URL ?? `http://localhost:${port}`);
    const server = createGateway({
      services: {
        units: await connectRpcClient(broker, unitsContract),
        connectors,
        queue: broker,
        descriptions: keepDescriptions(() => connectors('descriptions.list', {})),
        subscribeHints: createHintSubscriber(broker),
        hrefs,
        sealing: createSealing(configuration.SECRETS_KEYS),
        streams,
        issueToken: createTokenIssuer(trust),
      },
      verifyToken: createTokenVerifier(trust),
      limits: createLimits({
        requestsPerMinute: configuration.RATE_LIMIT_PER_MINUTE,
        attemptsPerMinute: configuration.TOKEN_ATTEMPTS_PER_MINUTE,
        redis,
      }),
      log,
      trustProxy: configuration.TRUST_PROXY,
    });
    server.listen(port);
    await once(server, 'listening');
    onClose(async () => {
      const closed = once(server, 'close');
      server.close();
      streams.close();
      server.closeIdleConnections();
      await closed;
    });
  },
});

function tokenTrust(configuration: GatewayConfiguration): TokenTrust {
  return {
    secret: configuration.JWT_SECRET,
    publicKey: configuration.JWT_PUBLIC_KEY,
    jwksUrl: configuration.JWKS_URL,
    issuer: configuration.JWT_ISSUER,
    audience: configuration.JWT_AUDIENCE,
  };
}
