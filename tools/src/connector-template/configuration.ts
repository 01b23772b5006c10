import { httpAddress, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

/** Configuration by the developer for all end users. */
export const instance = z.strictObject({
  application_key: z
    .string()
    .min(1)
    .meta({
      ...secret,
      title: 'Application key',
      description: 'The key that the vendor has issued to you.',
    }),
});

/** Configuration of each end user. */
export const client = z.strictObject({
  url: httpAddress.meta({
    title: 'Address',
    description: 'Address of the hub in the local network, as its display shows it.',
    examples: ['http://192.0.2.30'],
  }),
  interval_ms: pollInterval(10_000),
});
