import { examineQueues } from '@trellis/messaging';
import { runDoctor } from '@trellis/platform';
import { configuration } from './configuration.js';
import { examineIssuer } from './examine-issuer.js';

/** Examines what this service needs, and says how to mend what is wrong. */
await runDoctor({
  name: 'api-gateway',
  configuration,
  examine: {
    queues: ({ REDIS_URL, QUEUE_DATABASE_URL }) =>
      examineQueues({ redisUrl: REDIS_URL, databaseUrl: QUEUE_DATABASE_URL }),
    'token issuer': ({ JWKS_URL }) => examineIssuer(JWKS_URL),
  },
});
