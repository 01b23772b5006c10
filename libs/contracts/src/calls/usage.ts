import { z } from 'zod';
import { caller, subjectId, uuid } from '../caller.js';
import { defineCalls } from '../contract.js';
import { page, pageOf } from '../paging.js';
import { plainText } from '../text.js';

const count = z.number().int();

/** By what figures are added up. */
export const usageGroup = z.enum(['day', 'connector', 'subject']);
export type UsageGroup = z.infer<typeof usageGroup>;

/** The longest period of one request (days). */
export const maxUsageDays = 400;

/** Usage that was added up; the members of its group are left out where there are none. */
export const usageRow = z.object({
  day: z.iso.date().optional(),
  connector_type_id: z.string().optional(),
  subject: z.string().optional(),
  /** The clients that did something, and things, on the day that had the most of them. */
  clients: count,
  things: count,
  polls: count,
  writes: count,
  events: count,
  deliveries: count,
  bytes: count,
  /** Whether a day has not ended, or is not counted to its end. */
  partial: z.literal(true).optional(),
});
export type UsageRow = z.infer<typeof usageRow>;

export const usageFilter = z.object({
  /** First day, and the one after the last. */
  since: z.iso.date(),
  until: z.iso.date(),
  groups: z.array(usageGroup).min(1).max(3),
  connector_type_id: plainText.optional(),
  subject: subjectId.optional(),
});

export const usageCalls = defineCalls({
  /** Adds up usage by groups, in the order of these; the cursor is the group of the last row as JSON. */
  'usage.read': {
    input: z.object({
      caller,
      page: page.extend({ cursor: z.string().max(4_096).optional() }),
      filter: usageFilter,
    }),
    output: pageOf(usageRow),
  },
});

/** The changes of a client, or of a subject or account without one, on a day (UTC). */
const changesOfDay = z.object({
  developer: plainText,
  day: z.iso.date(),
  subject: z.string(),
  client: uuid.optional(),
  events: count,
  bytes: count,
  /** How many things of apps the subject has; left out with a client. */
  things: count.optional(),
});

export const countingCalls = defineCalls({
  /**
   * Counts the next changes after a position, in the order of commits and up to the oldest transaction in progress: each is
   * counted once, by whoever stores the next position together with the counts.
   */
  'usage.count': {
    input: z.object({ position: z.string().max(256).optional() }),
    output: z.object({ counts: z.array(changesOfDay), position: z.string(), more: z.boolean() }),
  },
});
