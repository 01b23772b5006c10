import { cover, fan, light, plug, sensor, switchable } from '@trellis/connector-sdk';
import type { Controlled, ToAbilities } from './status.js';
import { batteryAbilities } from '../battery.js';

const onOff = ({ status, set }: Controlled) => ({
  value: status.on,
  write: (on: boolean) => set({ on }),
});

export const switchedLight: ToAbilities = (module) => [light.on(onOff(module))];

/** A light that can be dimmed, if its user has set it up so. */
export const dimmedLight: ToAbilities = (module) => [
  light.on(onOff(module)),
  light.brightness({
    value: module.status.brightness,
    write: (brightness) => module.set({ brightness: Math.round(brightness) }),
  }),
];

export const socket: ToAbilities = (module) => [plug.on(onOff(module))];

/** A relay: a contactor, a dry contact, a cable outlet. */
export const relay: ToAbilities = (module) => [switchable.on(onOff(module))];

/** `target_position` of a shutter (dev.netatmo.com, "Control", `setstate`): % open, or to stop. */
const open = 100;
const closed = 0;
const stop = -1;

/**
 * A shutter, a blind or a garage door. One that was not calibrated has steps of 100 %, and is moved to the nearer
 * end.
 */
export const shutter: ToAbilities = ({ status, set }) => {
  const step = status['target_position:step'] ?? status.target_position_step ?? 1;
  const moveTo = (target_position: number) => set({ target_position });
  const position = status.current_position;
  return [
    cover.position({
      value: position,
      write: (value) => moveTo(Math.min(Math.round(value / step) * step, open)),
    }),
    cover.cover_state({
      value: position === undefined ? undefined : position === closed ? 'closed' : 'open',
    }),
    cover.open({ invoke: () => moveTo(open) }),
    cover.close({ invoke: () => moveTo(closed) }),
    cover.stop({ invoke: () => moveTo(stop) }),
  ];
};

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
