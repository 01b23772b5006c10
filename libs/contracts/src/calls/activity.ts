import { z } from 'zod';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';

const count = z.number().int();

/** A poll that began so long after it was due is late (ms). */
export const lateAfterMs = 60_000;

/** What the polls of an account did in one hour. */
export const hourOfActivity = z.object({
  /** When the hour begins. */
  from: z.iso.datetime(),
  /** Polls that the technology answered, or that failed. */
  polls: count,
  failed_polls: count,
  late_polls: count,
  /** How long after its time a poll began at most. */
  max_lateness_seconds: z.number(),
  /** How often a thing was new or had changed, by polls and by what was heard. */
  changes: count,
});
export type HourOfActivity = z.infer<typeof hourOfActivity>;

/** What the connector clients of an account do. */
export const activity = z.object({
  /** How many clients there are: by status those that are not paused. */
  clients: z.object({ starting: count, started: count, error: count, paused: count }),
  /** The last 24 hours, of which the last one ends within the next ten minutes. */
  hours: z.array(hourOfActivity),
});
export type Activity = z.infer<typeof activity>;

export const activityCalls = defineCalls({
  'activity.read': { input: z.object({ developer: plainText }), output: activity },
});
