import { action, booleanProperty, sensor } from '@trellis/connector-sdk';
import { defineKind, type Command } from '../kind.js';

const identify = action(
  'identify',
  {
    title: 'Identify',
    description: 'Blinks, so that a person can find the station.',
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
  ({ seconds = 5 }: { seconds?: number } = {}): Command => ({ type: 'identify', seconds }),
);

export const weatherStation = defineKind({
  initial: {},
  device: ({ number, measure }) => ({
    id: `station-${number}`,
    title: `Weather station ${number}`,
    abilities: [
      sensor.temperature({ value: measure('temperature', [-10, 35]) }),
      sensor.humidity({ value: measure('humidity', [20, 100]) }),
      booleanProperty('raining', 'Raining', isRaining(measure)),
      identify,
    ],
  }),
});

const isRaining = (measure: (what: string, range: [number, number]) => number) =>
  measure('rain', [0, 100]) < 30;
