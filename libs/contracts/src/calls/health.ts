import { z } from 'zod';
import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';

/** The progress of the rotation of encryption keys. */
const secretsHealth = z.object({
  current_key: z.string(),
  /** The number of secrets that are encrypted with other keys, by key id. */
  left: z.record(z.string(), z.number().int()),
  /** Those of these keys that are not configured, so that their secrets cannot be decrypted. */
  unknown_keys: z.array(z.string()),
  /** The number of developers that these secrets belong to. */
  developers_left: z.number().int(),
  /** When they were last counted; null before that. */
  surveyed: z.iso.datetime().nullable(),
});
export type SecretsHealth = z.infer<typeof secretsHealth>;

/** The state of a service that can do its work. */
export const serviceHealth = z.object({
  /** How far the clock of its machine is ahead of that of the queues (ms); negative when it is behind. */
  clock_skew_ms: z.number().int().optional(),
  secrets: secretsHealth.optional(),
  /** Why expired rows are not deleted; absent while they are. */
  purging_paused: z
    .object({
      reason: z.enum(['clock_skew', 'clock_jump']),
      resumes_at: z.iso.datetime().nullable(),
    })
    .optional(),
});

/** The health check, which every service answers. */
export const healthCalls = defineCalls({
  'health.check': { input: nothing, output: serviceHealth, timeoutMs: 2_000 },
});

/** Result of a check of an installation. */
export interface CheckResult {
  /** Subject of the check, such as `PostgreSQL`. */
  what: string;
  /** State of the subject. */
  found: string;
  /** Instructions to repair it; absent when nothing is wrong. */
  remedy?: string;
}
