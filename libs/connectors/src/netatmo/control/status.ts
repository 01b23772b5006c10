import { sensor, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import { id, maybe } from '../lenient.js';

/**
 * A module of any type in the body of `GET /homestatus` (dev.netatmo.com, "Control"). Members that its type lacks are
 * undefined.
 */
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

/** The status of a module, and how to change it. */
export interface Controlled {
  /** Empty while it is unknown. */
  status: Partial<ModuleStatus>;
  /** Returns the command that changes members of its state (`POST /setstate`). */
  set(change: Record<string, unknown>): Command;
}

/** A function that returns the abilities of a kind of module. */
export type ToAbilities = (module: Controlled) => Ability<Command>[];

/** Adds the measured power to a kind of module. */
export const metered =
  (toAbilities: ToAbilities): ToAbilities =>
  (module) => [...toAbilities(module), sensor.power({ value: module.status.power })];
