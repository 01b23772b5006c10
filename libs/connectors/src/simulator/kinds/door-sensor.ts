import { sensor } from '@trellis/connector-sdk';
import { defineKind } from '../kind.js';

/** A sensor with a weak radio: sometimes it is unavailable, or not listed at all. */
export const doorSensor = defineKind({
  initial: {},
  device({ number, changedAt, measure }) {
    const reception = changedAt === undefined ? 100 : measure('reception', [0, 100]);
    if (reception < 15) return undefined;
    return {
      id: `door-${number}`,
      title: `Door sensor ${number}`,
      abilities: [
        sensor.open({ value: measure('open', [0, 100]) < 20 }),
        sensor.battery({ value: Math.round(measure('battery', [10, 100])) }),
      ],
      available: reception >= 30,
    };
  },
});
