import { hostAndPort, pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({
  application_name: z
    .string()
    .regex(/^[\w -]{1,20}$/)
    .default('trellis')
    .meta({
      title: 'Name of your app',
      description: 'Name under which the bridge lists your app.',
    }),
});

export const client = z.strictObject({
  host: hostAndPort.meta({
    title: 'Bridge',
    description:
      'Name or address of the bridge, with a port if it is not 443; the Hue app shows it in the settings of the bridge.',
    examples: ['192.0.2.20'],
  }),
  application_key: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional()
    .meta({
      ...secret,
      title: 'Application key',
      description:
        'Key that the bridge has given an app. Without it the end user presses the link button.',
    }),
  interval_ms: pollInterval(5000),
});

export type Instance = z.output<typeof instance>;
export type Client = z.output<typeof client>;
