import { sensor, type Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import { id, maybe } from '../lenient.js';

/**
 * A module in the body of `GET /homestatus`, of whatever type (dev.netatmo.com, "Control"). A member
 * that its type does not have is undefined.
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

/** A module as an ability sees it. */
export interface Controlled {
  /** Empty while nothing is known of it. */
  status: Partial<ModuleStatus>;
  /** The command that changes members of its state (`POST /setstate`). */
  set(change: Record<string, unknown>): Command;
}

/** The abilities of modules of one kind. */
export type ToAbilities = (module: Controlled) => Ability<Command>[];

/** A kind of module that also measures the power that it passes. */
export const metered =
  (toAbilities: ToAbilities): ToAbilities =>
  (module) => [...toAbilities(module), sensor.power({ value: module.status.power })];
