import { commonConfiguration, wholeNumber } from '@trellis/platform';
import { areKeys } from '@trellis/sealing';
import { z } from 'zod';

/** The configuration of connector-runtime. */
export const configuration = commonConfiguration.extend({
  SECRETS_KEYS: z
    .string()
    .refine(areKeys, 'must be `<id>:<32 bytes in base64>`, several separated by commas')
    .describe(
      'Keys that seal secrets, `<id>:<32 bytes in base64>`; the first one seals, all of them open.',
    ),
  EGRESS_PRIVATE: z
    .enum(['allow', 'deny'])
    .default('deny')
    .describe('Whether connectors may reach this machine and private networks.'),
  POLL_CONCURRENCY: wholeNumber(1, 10_000)
    .default(100)
    .describe('Clients polled at once by one process whose remote technology answers in time.'),
  SLOW_POLL_CONCURRENCY: wholeNumber(1, 100_000)
    .default(1_000)
    .describe('Further clients polled at once by one process whose remote technology is slow.'),
  POLL_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(30_000)
    .describe('Longest time that one poll may take (ms).'),
  INTERACTION_TIMEOUT_MS: wholeNumber(100, 600_000)
    .default(30_000)
    .describe('Longest time that a remote technology may take for a write or an action (ms).'),
  REMOVAL_ATTEMPTS: wholeNumber(1, 1000)
    .default(30)
    .describe('How often the removal of a client is tried before it rests as failed.'),
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('Connections to the database at the most.'),
});
