import { pollInterval } from '@trellis/connector-sdk';
import { z } from 'zod';

export const instance = z.strictObject({
  application_key: z
    .string()
    .min(1)
    .describe('Stands for the key that a real technology would give the developer; any text.'),
});

export const client = z.strictObject({
  devices: z.number().int().min(1).max(1000).describe('How many devices to simulate.'),
  interval_ms: pollInterval(5000),
  change_rate: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('The share of devices that change by themselves at each poll.'),
  changes_every_ms: z
    .number()
    .int()
    .min(500)
    .max(3_600_000)
    .optional()
    .describe(
      'Devices change, and buttons are pressed, so often by themselves, and tell it at once (ms). ' +
        'Without it what has changed is found by polls alone.',
    ),
});

export type Client = z.output<typeof client>;
