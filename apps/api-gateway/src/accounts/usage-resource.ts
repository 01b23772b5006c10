import {
  maxUsageDays,
  plainText,
  type UsageGroup,
  usageGroup,
  usageRow,
  usageFilter,
} from '@trellis/contracts';
import {
  cursorParameter,
  idForm,
  type IdForms,
  invalidMember,
  pageQuery,
  requireSubject,
} from '@trellis/operations';
import { z } from 'zod';

const { shape } = usageRow;

export const usageResource = usageRow
  .extend({
    day: shape.day.describe('The day (UTC), if figures are grouped by it.'),
    connector_type_id: shape.connector_type_id.describe(
      'Absent for what belongs to no connector: things of apps, units, and messages.',
    ),
    subject: shape.subject.describe('`erased:…` for a subject that was erased; absent for none.'),
    clients: shape.clients.describe(
      'The connector clients that did something, on the day that had most.',
    ),
    things: shape.things.describe(
      'The most things that these clients and subjects had on one day.',
    ),
    polls: shape.polls.describe('Polls of remote technologies, also those that failed.'),
    writes: shape.writes.describe('Writes and actions that were carried out.'),
    events: shape.events.describe('Changes and events in `GET /changes` and `GET /events`.'),
    deliveries: shape.deliveries.describe('Messages that callbacks and subscriptions accepted.'),
    bytes: shape.bytes.describe('The size of the values in the events, as JSON.'),
    partial: shape.partial.describe('A day has not ended, or is not counted to its end.'),
  })
  .meta({
    id: 'Usage',
    example: {
      day: '2026-11-30',
      clients: 2,
      things: 10,
      polls: 2_880,
      writes: 12,
      events: 4_310,
      deliveries: 57,
      bytes: 17_204,
    },
  });

/** The columns of the table, in its order. */
export const usageColumns = Object.keys(usageRow.shape);

const day = (description: string) => z.iso.date().optional().describe(description);

const isGroups = (text: string): boolean => {
  const groups = text.split(',');
  const known = groups.every((group) => usageGroup.safeParse(group).success);
  return known && new Set(groups).size === groups.length;
};

/** The group after which a page begins, as connector-runtime writes it. */
const part = z
  .string()
  .max(512)
  .refine((text) => !text.includes('\u0000'));
const cursorGroup = z.tuple([part, part, part]);

/** Returns whether a text is a cursor of `usage.read`. */
export function isUsageCursor(text: string): boolean {
  try {
    return cursorGroup.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

export const usageQuery = {
  since: day('First day (UTC); by default 30 days ago.'),
  until: day('The day after the last; by default tomorrow.'),
  group_by: z
    .string()
    .refine(isGroups, 'Must be some of `day`, `connector` and `subject`, each once, with commas.')
    .optional()
    .describe(
      'By what figures are added up: some of `day`, `connector` and `subject`, with commas; `day` by default.',
    ),
  connector: plainText.optional().describe('Usage of this `connector_type_id`.'),
  subject: idForm.optional().describe('Usage of this subject.'),
};

export const usagePageQuery = {
  limit: pageQuery.limit,
  cursor: cursorParameter(isUsageCursor),
};

const dayMs = 24 * 60 * 60_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const defaultDays = 30;

/** Returns the filter of a query; throws `invalid_request` for a period that is empty or too long. */
export function toFilter(query: z.output<z.ZodObject<typeof usageQuery>>, forms: IdForms) {
  const until = query.until ?? dayOf(Date.now() + dayMs);
  const since = query.since ?? dayOf(Date.parse(until) - defaultDays * dayMs);
  const days = (Date.parse(until) - Date.parse(since)) / dayMs;
  if (days <= 0) throw invalidMember('/query/until', 'Must be after `since`.');
  if (days > maxUsageDays) {
    throw invalidMember('/query/since', `A period has at most ${maxUsageDays} days.`);
  }
  return usageFilter.parse({
    since,
    until,
    groups: (query.group_by?.split(',') ?? ['day']) as UsageGroup[],
    connector_type_id: query.connector,
    ...(query.subject !== undefined && {
      subject: requireSubject(forms, query.subject, '/query/subject'),
    }),
  });
}
