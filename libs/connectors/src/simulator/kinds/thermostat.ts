import { sensor, thermostat as capability } from '@trellis/connector-sdk';
import { defineKind } from '../kind.js';

const modes = ['off', 'heat'];

/** The temperature of a room that is not heated (°C). */
const unheated = 16;

export const thermostat = defineKind({
  // `mode` is an index of `modes`.
  initial: { target_temperature: 20, mode: 1 },
  device({ number, state, measure, change }) {
    const base = modes[state.mode] === 'heat' ? state.target_temperature : unheated;
    const deviation = measure('temperature', [-0.5, 0.5]);
    return {
      id: `thermostat-${number}`,
      title: `Thermostat ${number}`,
      abilities: [
        sensor.temperature({ value: Math.round((base + deviation) * 10) / 10 }),
        capability.target_temperature({
          minimum: 5,
          maximum: 30,
          value: state.target_temperature,
          write: (target) => change({ target_temperature: target }),
        }),
        capability.mode({
          enum: modes,
          value: modes[state.mode],
          write: (mode) => change({ mode: modes.indexOf(mode) }),
        }),
      ],
    };
  },
});
