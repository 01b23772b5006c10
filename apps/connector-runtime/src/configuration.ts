import { quotaVariables } from '@trellis/contracts';
import { mailVariables } from '@trellis/mail';
import { commonConfiguration, publicUrl, wholeNumber, wholeNumbers } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';
import { nameServerList, networkList, serverList } from './limits/egress-settings.js';

/** The configuration of connector-runtime. */
export const configuration = commonConfiguration.extend({
  CONNECTORS: z
    .string()
    .default('')
    .describe(
      'Packages of further connectors, names or paths separated by commas: `@acme/trellis-sonos,/opt/acme-hub`.',
    ),
  PUBLIC_URL: publicUrl
    .optional()
    .describe(
      'Public address of api-gateway. Vendors can report changes only if it begins with `https`.',
    ),
  SECRETS_KEYS: z
    .string()
    .refine(areKeys, 'must be `<id>:<32 bytes in base64>`, several separated by commas')
    .describe(
      'Keys that encrypt secrets, `<id>:<32 bytes in base64>`, separated by commas. The first encrypts, all ' +
        'decrypt; docs/operate.md says how to replace one.',
    ),
  SECRETS_ROTATION_INTERVAL_MS: wholeNumber(1_000, 86_400_000)
    .default(600_000)
    .describe('How often values encrypted with older keys are counted (ms).'),
  EGRESS_PRIVATE: z
    .enum(['allow', 'deny'])
    .default('deny')
    .describe(
      'Whether connectors may reach this machine and private networks; `npm start` allows it.',
    ),
  EGRESS_PRIVATE_NETWORKS: networkList
    .default([])
    .describe(
      'Private networks that connectors may reach anyway, for all or one developer: ' +
        '`10.1.0.0/16,fd00:1::/64; <developer>=10.2.0.0/16`.',
    ),
  EGRESS_DENY: serverList
    .default([])
    .describe('Further servers that connectors never reach, `host:port` separated by commas.'),
  NAME_SERVERS: nameServerList
    .optional()
    .describe(
      'Name servers for connectors and webhooks, `address:port` separated by commas; those of the system by ' +
        'default.',
    ),
  POLL_CONCURRENCY: wholeNumber(1, 10_000)
    .default(100)
    .describe('Maximum concurrent polls of a process while remote technologies are fast.'),
  SLOW_POLL_CONCURRENCY: wholeNumber(1, 100_000)
    .default(1_000)
    .describe(
      'Maximum concurrent polls of slow remote technologies, in addition; a developer may use a quarter of them.',
    ),
  POLL_TIMEOUT_MS: wholeNumber(100, 600_000).default(30_000).describe('Timeout of a poll (ms).'),
  INTERACTION_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(30_000)
    .describe('Timeout of a write or action at a remote technology (ms).'),
  LISTENERS_PER_WORKER: wholeNumber(0, 100_000)
    .default(2_000)
    .describe('Maximum clients that a process listens for; with 0 it only polls.'),
  LISTENERS_PER_DEVELOPER: wholeNumber(1, 100_000)
    .default(500)
    .describe('Maximum clients of a developer that a process listens for; others are polled.'),
  LISTENERS_PER_HOST: wholeNumber(1, 100_000)
    .default(500)
    .describe('Maximum connections of a process to one remote host for listening.'),
  OPERATIONS_DAYS: wholeNumber(1, 365)
    .default(14)
    .describe('How long the operations of clients can be looked up (days).'),
  OPERATIONS_BYTES_PER_DAY: wholeNumber(0, 10_000_000_000)
    .default(32 * 1024 * 1024)
    .describe('Maximum recorded requests of the clients of a developer per day (bytes).'),
  USAGE_DAYS: wholeNumber(1, 3_650).default(400).describe('Retention of usage by day (days).'),
  USAGE_INTERVAL_MS: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe('How often the events of usage are counted (ms).'),
  REMOVAL_ATTEMPTS: wholeNumber(1, 1000)
    .default(30)
    .describe('Attempts to remove a client before its job fails.'),
  RECONCILIATION_INTERVAL_MS: wholeNumber(100, 3_600_000)
    .default(60_000)
    .describe('How often the queues are reconciled with the database (ms).'),
  ...mailVariables,
  ALERTS_INTERVAL_MS: wholeNumber(100, 3_600_000)
    .default(15_000)
    .describe('How often alert rules are evaluated (ms).'),
  DATABASE_CONNECTIONS: wholeNumber(2, 1000)
    .default(10)
    .describe('Maximum connections to the database; half are for frequent statements.'),
  ...wholeNumbers(quotaVariables('connectors')),
});
export type Configuration = z.output<typeof configuration>;
