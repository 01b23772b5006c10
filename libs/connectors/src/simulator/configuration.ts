import { pollInterval, secret } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({
  application_key: z
    .string()
    .min(1)
    .meta({
      ...secret,
      title: 'Application key',
      description: 'Stands for the key that a real technology would give the developer; any text.',
    }),
});

export const client = z.strictObject({
  devices: z.number().int().min(1).max(1000).default(6).meta({
    title: 'Devices',
    description: 'How many devices to simulate.',
  }),
  interval_ms: pollInterval(5000),
  change_rate: z.number().min(0).max(1).default(0.5).meta({
    title: 'Change rate',
    description: 'The share of devices that change by themselves at each poll.',
  }),
  changes_every_ms: z
    .number()
    .int()
    .min(500)
    .max(3_600_000)
    .optional()
    .meta({
      title: 'Time between changes',
      description:
        'How often devices change, and buttons are pressed, by themselves, and tell it at once (ms). ' +
        'Without it what has changed is found by polls alone.',
    }),
});

export type Client = z.output<typeof client>;
