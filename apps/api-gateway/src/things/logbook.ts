import { eventCursor, logbookKind, text, type LogbookKind } from '@trellis/contracts';
import { cursorParameter, listAnswer, pageOf, scanQuery } from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';
import { logbookEntryResource, logbookEntryToJson } from './logbook-resource.js';

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => new Date(time).toISOString())
  .optional();

const logbookQuery = z
  .strictObject({
    property: text.optional().describe('Only changes and requests of this property.'),
    event: text.optional().describe('Only this event.'),
    since: instant.meta({ description: 'Entries of this time and later ones.', type: 'string' }),
    until: instant.meta({ description: 'Entries before this time.', type: 'string' }),
    limit: scanQuery.limit,
    cursor: cursorParameter((cursor) => eventCursor.safeParse(cursor).success),
  })
  .refine(({ property, event }) => property === undefined || event === undefined, {
    path: ['event'],
    message: 'Cannot be given together with `property`.',
  });

export const logbookOperations: Operation[] = [
  operation.get('/api/v1/things/:id/logbook', {
    tag: 'Things',
    access: { scope: 'svc.things.read', subject: 'optional' },
    id: 'getThingLogbook',
    summary: 'Retrieve the logbook of a thing',
    description:
      'What changed, from what to what, and why, newest first: values, requests of values, events, availability and ' +
      'replaced devices. A value that confirms a request in time is due to whoever requested it. Entries are kept as ' +
      'long as changes.',
    input: { query: logbookQuery },
    answer: { status: 200, body: z.array(logbookEntryResource) },
    async handle({ units, caller, params: { id }, query, hrefs, url, bearer }) {
      const { property, event, since, until } = query;
      const found = await units('things.logbook', {
        caller,
        id,
        page: pageOf(query),
        kinds: kindsOf({ property, event }),
        name: property ?? event,
        since,
        until,
      });
      return listAnswer(found, { base: hrefs.base, url }, (one) => logbookEntryToJson(one, bearer));
    },
  }),
];

function kindsOf({ property, event }: { property?: string; event?: string }): LogbookKind[] {
  if (property !== undefined) return ['property_changed', 'target_changed'];
  return event === undefined ? logbookKind.options : ['thing_event'];
}
