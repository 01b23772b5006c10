import { event, plug as smartPlug, sensor, typedData } from '@trellis/connector-sdk';
import { defineKind } from '../kind.js';

const meanKilowatts = 0.04;
const hourMs = 3_600_000;

/** 2026-01-01T00:00:00Z, when meters of plugs that were never switched began to count. */
const meterStart = 1_767_225_600;

export const presses = ['once', 'twice', 'long'];

const pressed = event('pressed', {
  title: 'Button pressed',
  data: typedData(presses),
});

export const plug = defineKind({
  // The meter had counted `energy` (kWh) at the instant `since` (seconds since 1970).
  initial: { on: 1, energy: 0, since: meterStart },
  device({ number, state, changedAt = 0, measure, change }) {
    const isOn = state.on === 1;
    const hours = Math.max(changedAt - state.since * 1000, 0) / hourMs;
    const energy = round(state.energy + (isOn ? hours * meanKilowatts : 0));
    return {
      id: `plug-${number}`,
      title: `Plug ${number}`,
      abilities: [
        smartPlug.on({
          value: isOn,
          write: (on) =>
            change({
              on: Number(on),
              energy,
              since: Math.max(Math.floor(changedAt / 1000), state.since),
            }),
        }),
        sensor.power({ value: isOn ? measure('power', [20, 60]) : 0 }),
        sensor.energy({ value: energy }),
        pressed,
      ],
    };
  },
});

const round = (kilowattHours: number) => Math.round(kilowattHours * 1000) / 1000;
