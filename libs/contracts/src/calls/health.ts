import { z } from 'zod';
import { nothing } from '../caller.js';
import { defineCalls } from '../contract.js';

/** How far the rotation of the keys is that encrypt secrets. */
const secretsHealth = z.object({
  /** The id of the key that encrypts. */
  current_key: z.string(),
  /** How many secrets other keys have encrypted, by the ids of these keys. */
  left: z.record(z.string(), z.number().int()),
  /** Which of these keys are not configured, so that nobody can decrypt their secrets. */
  unknown_keys: z.array(z.string()),
  /** How many developers these secrets belong to. */
  developers_left: z.number().int(),
  /** When they were last counted; null before that. */
  surveyed: z.iso.datetime().nullable(),
});
export type SecretsHealth = z.infer<typeof secretsHealth>;

/** What a service that can do its work says of itself. */
export const serviceHealth = z.object({
  /** How far the clock of its machine is ahead of that of the queues (ms); negative when it is behind. */
  clock_skew_ms: z.number().int().optional(),
  secrets: secretsHealth.optional(),
});

/** Answered by every service: whether it can do its work. */
export const healthCalls = defineCalls({
  'health.check': { input: nothing, output: serviceHealth, timeoutMs: 2_000 },
});
