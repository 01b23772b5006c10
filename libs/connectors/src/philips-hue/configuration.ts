import { z } from 'zod';

export const instance = z.strictObject({
  application_name: z
    .string()
    .regex(/^[\w -]{1,20}$/)
    .default('trellis')
    .describe('Name under which the bridge lists your app.'),
});

export const client = z.strictObject({
  host: z
    .string()
    .regex(/^([A-Za-z0-9._-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(:\d{1,5})?$/, 'Must be a host.')
    .describe('Name or address of the bridge, with a port if it is not 443.'),
  application_key: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional()
    .describe(
      'Key that the bridge has given an app. Without it the end user presses the link button.',
    ),
  interval_ms: z.number().int().min(1000).default(5_000).describe('Time between two polls (ms).'),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;
