import { z } from 'zod';
import { onResource } from '../caller.js';
import { defineCalls } from '../contract.js';
import { plainText } from '../text.js';

const count = z.number().int();

/** The delay from which on a poll counts as late (ms). */
export const lateAfterMs = 60_000;

export const hourOfActivity = z.object({
  from: z.iso.datetime(),
  polls: count,
  failed_polls: count,
  late_polls: count,
  max_lateness_seconds: z.number(),
  /** How often polls and events reported a thing that was new or had changed. */
  changes: count,
});
export type HourOfActivity = z.infer<typeof hourOfActivity>;

/** The polls of the clients of an instance in an hour. */
export const hourOfInstance = hourOfActivity.omit({ changes: true }).extend({
  mean_duration_seconds: z.number(),
  max_duration_seconds: z.number(),
});

export const activity = z.object({
  /** The number of clients by status, paused ones apart. */
  clients: z.object({ starting: count, started: count, error: count, paused: count }),
  /** The last 24 hours; the latest ends within the next ten minutes. */
  hours: z.array(hourOfActivity),
});
export type Activity = z.infer<typeof activity>;

export const activityCalls = defineCalls({
  'activity.read': { input: z.object({ developer: plainText }), output: activity },
  'instances.activity': {
    input: onResource,
    output: z.object({ hours: z.array(hourOfInstance) }),
  },
});
