import { hostAndPort, pollInterval } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({
  application_name: z
    .string()
    .regex(/^[\w -]{1,20}$/)
    .default('trellis')
    .describe('Name under which the bridge lists your app.'),
});

export const client = z.strictObject({
  host: hostAndPort.describe('Name or address of the bridge, with a port if it is not 443.'),
  application_key: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional()
    .describe(
      'Key that the bridge has given an app. Without it the end user presses the link button.',
    ),
  interval_ms: pollInterval(5000),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;
