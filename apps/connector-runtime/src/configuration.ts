import { quotaVariables } from '@trellis/contracts';
import { commonConfiguration, publicUrl, wholeNumber, wholeNumbers } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';
import { nameServerList, networkList, serverList } from './limits/egress-settings.js';

/** The configuration of connector-runtime. */
export const configuration = commonConfiguration.extend({
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'Address of api-gateway, as there. Vendors can tell changes there only if it begins with `https`.',
    ),
  SECRETS_KEYS: z
    .string()
    .refine(areKeys, 'must be `<id>:<32 bytes in base64>`, several separated by commas')
    .describe(
      'Keys that encrypt secrets, `<id>:<32 bytes in base64>`, separated by commas; the first ' +
        'encrypts, all decrypt. docs/deployment.md says how to replace one.',
    ),
  SECRETS_ROTATION_INTERVAL_MS: wholeNumber(1_000, 86_400_000)
    .default(600_000)
    .describe(
      'How often secrets are counted that are encrypted with another key than the first (ms).',
    ),
  EGRESS_PRIVATE: z
    .enum(['allow', 'deny'])
    .default('deny')
    .describe(
      'Whether connectors may reach this machine and all private networks; `npm start` allows it by default.',
    ),
  EGRESS_PRIVATE_NETWORKS: networkList
    .default([])
    .describe(
      'Private networks that connectors may reach anyway: `10.1.0.0/16,fd00:1::/64` for all, ' +
        '`<developer>=10.2.0.0/16` for one; several separated by semicolons.',
    ),
  EGRESS_DENY: serverList
    .default([])
    .describe(
      'Servers that connectors never reach, `host:port` separated by commas, besides the database ' +
        'and the queue.',
    ),
  NAME_SERVERS: nameServerList
    .optional()
    .describe(
      'Name servers for the hosts of connectors and webhooks, `address:port` separated by commas; those ' +
        'of the system by default.',
    ),
  POLL_CONCURRENCY: wholeNumber(1, 10_000)
    .default(100)
    .describe(
      'How many clients one process polls at once while their remote technologies are fast.',
    ),
  SLOW_POLL_CONCURRENCY: wholeNumber(1, 100_000)
    .default(1_000)
    .describe(
      'How many further clients one process polls at once whose remote technologies are slow.',
    ),
  POLL_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(30_000)
    .describe('How long one poll may take (ms).'),
  INTERACTION_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(30_000)
    .describe('How long a remote technology may take for a write or an action (ms).'),
  LISTENERS_PER_WORKER: wholeNumber(0, 100_000)
    .default(2_000)
    .describe('How many clients one process listens for; with 0 it polls alone.'),
  LISTENERS_PER_DEVELOPER: wholeNumber(1, 100_000)
    .default(500)
    .describe('How many clients of one developer one process listens for; others are polled.'),
  LISTENERS_PER_HOST: wholeNumber(1, 100_000)
    .default(500)
    .describe('How many connections one process keeps to one remote host to listen on.'),
  REMOVAL_ATTEMPTS: wholeNumber(1, 1000)
    .default(30)
    .describe('How often the removal of a client is attempted before its job is left as failed.'),
  RECONCILIATION_INTERVAL_MS: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe(
      'How often the queues are compared with the database, which says what must have a job (ms).',
    ),
  DATABASE_CONNECTIONS: wholeNumber(2, 1000)
    .default(10)
    .describe('The most connections to the database; half are for frequent statements.'),
  ...wholeNumbers(quotaVariables('connectors')),
});
export type Configuration = z.output<typeof configuration>;
