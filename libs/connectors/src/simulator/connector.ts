import { createHash } from 'node:crypto';
import { defineConnector, type Entity } from '@trellis/connector-sdk';
import { z } from 'zod';

const instance = z.strictObject({
  application_key: z
    .string()
    .min(1)
    .describe('Stands for the key that a real technology would give the developer; any text.'),
});

const client = z.strictObject({
  devices: z.number().int().min(1).max(1000).describe('How many devices to simulate.'),
  interval_ms: z.number().int().min(1000).describe('Time between two polls (ms).'),
  change_rate: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .describe('Which share of the devices has new values at each poll.'),
});

/** Devices that need no hardware: weather stations whose values depend on nothing but the time. */
export const simulator = defineConnector({
  id: 1,
  typeId: 'simulator',
  name: 'Simulator',
  description: 'Simulated weather stations, to try Trellis without any hardware.',
  logo: '',
  instance: { schema: instance, sample: { application_key: 'any text' } },
  client: { schema: client, sample: { devices: 3, interval_ms: 5000, change_rate: 0.5 } },
  interval: ({ interval_ms }) => interval_ms,

  async poll({ client: { devices, interval_ms, change_rate } }) {
    const round = Math.floor(Date.now() / interval_ms);
    return {
      entities: Array.from({ length: devices }, (_, index) =>
        weatherStation(index + 1, lastChange(index, round, change_rate)),
      ),
    };
  },

  async invoke(_context, { input }) {
    const { seconds = 5 } = (input ?? {}) as { seconds?: number };
    return { blinking_until: new Date(Date.now() + seconds * 1000).toISOString() };
  },
});

/** The last round, not after `round`, in which a device got new values. */
function lastChange(device: number, round: number, changeRate: number): number {
  if (changeRate === 0) return 0;
  let last = round;
  while (chance(`${device}/${last}`) >= changeRate && round - last < 100) last -= 1;
  return last;
}

/** A number from 0 to 1 that is always the same for the same text. */
function chance(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
}

function weatherStation(number: number, round: number): Entity {
  const measured = (what: string, from: number, to: number) =>
    Math.round((from + chance(`${number}/${round}/${what}`) * (to - from)) * 10) / 10;
  return {
    id: `station-${number}`,
    title: `Weather station ${number}`,
    properties: {
      temperature: { type: 'number', title: 'Temperature', unit: '°C', readOnly: true },
      humidity: { type: 'number', title: 'Relative humidity', unit: '%', readOnly: true },
      raining: { type: 'boolean', title: 'Whether it rains', readOnly: true },
    },
    actions: {
      identify: {
        title: 'Blink, so that a person can find it',
        input: {
          type: 'object',
          properties: { seconds: { type: 'integer', minimum: 1, maximum: 60, default: 5 } },
        },
        output: {
          type: 'object',
          properties: { blinking_until: { type: 'string', format: 'date-time' } },
        },
        idempotent: true,
      },
    },
    values: {
      temperature: measured('temperature', -10, 35),
      humidity: measured('humidity', 20, 100),
      raining: chance(`${number}/${round}/rain`) < 0.3,
    },
  };
}
