import { fan, sensor } from '@trellis/connector-sdk';
import { batteryAbilities } from '../battery.js';
import type { ToAbilities } from './status.js';

/** A meter of the electric power of a line. */
export const meter: ToAbilities = ({ status }) => [sensor.power({ value: status.power })];

/** A ventilation unit for the whole home; it has two speeds and is never off. */
export const ventilation: ToAbilities = ({ status: { fan_speed: speed }, set }) => [
  fan.speed({
    minimum: 50,
    multipleOf: 50,
    value: speed === 1 || speed === 2 ? speed * 50 : undefined,
    write: (percent) => set({ fan_speed: percent / 50 }),
  }),
];

/** A remote control or a wireless switch with a battery; presses cannot be read. */
export const remote: ToAbilities = ({ status }) => batteryAbilities(status.battery_state);
