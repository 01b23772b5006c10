import {
  cover,
  fan,
  light,
  plug,
  sensor,
  stepsOfPercent,
  switchable,
  type Ability,
} from '@trellis/connector-sdk';
import { batteryAbilities } from '../measures.js';
import { z } from 'zod';
import type { Command } from '../api.js';
import { id, maybe } from '../lenient.js';

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
    write: (percent) => module.set({ on: true, brightness: stepsOfPercent(percent, 100) }),
  }),
];

export const socket: ToAbilities = (module) => [plug.on(onOff(module))];

/** A relay: a contactor, a dry contact, a cable outlet. */
export const relay: ToAbilities = (module) => [switchable.on(onOff(module))];

/** `target_position` of a shutter (dev.netatmo.com, "Control", `setstate`): % open, or to stop. */
const open = 100;
const closed = 0;
const stop = -1;

/** A shutter, a blind or a garage door; one that was not calibrated has steps of 100 %. */
export const shutter: ToAbilities = ({ status, set }) => {
  const step = status['target_position:step'] ?? status.target_position_step ?? 1;
  const moveTo = (target_position: number) => set({ target_position });
  const position = status.current_position;
  return [
    cover.position({
      multipleOf: step === 1 ? undefined : step,
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

/** A module of any type in `GET /homestatus` (dev.netatmo.com, "Control"); each has only some members. */
export const moduleStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  on: maybe(z.boolean()),
  /** %. */
  brightness: maybe(z.number().min(0).max(100)),
  /** W. */
  power: maybe(z.number()),
  /** %, 100 is open; 101 is unknown. */
  current_position: maybe(z.number().min(0).max(100)),
  /** 100 for a shutter that can only be open or closed. Both spellings occur. */
  'target_position:step': maybe(z.number().min(1).max(100)),
  target_position_step: maybe(z.number().min(1).max(100)),
  fan_speed: maybe(z.number()),
  battery_state: maybe(z.string()),
});
export type ModuleStatus = z.infer<typeof moduleStatus>;

interface Controlled {
  /** Empty while it is unknown. */
  status: Partial<ModuleStatus>;
  /** Returns the command that changes members of its state (`POST /setstate`). */
  set(change: Record<string, unknown>): Command;
}

export type ToAbilities = (module: Controlled) => Ability<Command>[];

export const metered =
  (toAbilities: ToAbilities): ToAbilities =>
  (module) => [...toAbilities(module), sensor.power({ value: module.status.power })];
