import { httpAddress, pollInterval } from '@trellis/connector-sdk';
import { z } from 'zod';

/** What the developer configures once, for all end users. */
export const instance = z.strictObject({
  application_key: z.string().min(1).describe('The key that the vendor has issued to you.'),
});

/** What is configured for each end user. */
export const client = z.strictObject({
  url: httpAddress.describe('Address of the hub.'),
  interval_ms: pollInterval(10_000),
});
