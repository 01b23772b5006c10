import type { Ability } from '@trellis/connector-sdk';
import { z } from 'zod';
import type { Command } from '../api.js';
import { id, maybe } from '../lenient.js';

/** A camera, a door tag, a siren or an alarm in the body of `GET /homestatus` (dev.netatmo.com, "Security"). */
export const securityStatus = z.looseObject({
  id,
  reachable: maybe(z.boolean()),
  /** Of a camera or a siren: `on` or `off`. */
  monitoring: maybe(z.string()),
  /** Of a door tag: `open`, `closed`, or unknown. */
  status: maybe(z.string()),
  battery_state: maybe(z.string()),
  /** Of an alarm. */
  battery_percent: maybe(z.number().min(0).max(100)),
  smoke_detected: maybe(z.boolean()),
  status_tampered: maybe(z.boolean()),
  last_seen: maybe(z.number()),
});
export type SecurityStatus = z.infer<typeof securityStatus>;

export interface SecurityKind {
  name: string;
  /** Whether it is of the part `alarms`. */
  isAlarm?: boolean;
  toAbilities(status: Partial<SecurityStatus>): Ability<Command>[];
}
