import { checkQueues } from '@trellis/messaging';
import { runChecks } from '@trellis/platform';
import { checkIssuer } from './access/token.js';
import { configuration } from './configuration.js';

/** Checks everything that this service needs, and says how to repair what is wrong. */
await runChecks({
  name: 'api-gateway',
  configuration,
  checks: {
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL }) =>
      checkQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL }),
    'token issuer': ({ JWKS_URL }) => checkIssuer(JWKS_URL),
  },
});
