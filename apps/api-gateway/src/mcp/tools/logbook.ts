import { z } from 'zod';
import type { logbookEntryResource } from '../../things/logbook-resource.js';
import {
  asText,
  cursor,
  limit,
  nextCursor,
  nextPage,
  shortText,
  shortValue,
  thingId,
} from '../members.js';
import { tool, type Tool } from '../tool.js';

/** Its other members explain themselves; a schema of each would take most of the list of tools. */
const entry = z.looseObject({ time: z.string(), kind: z.string() });

export const logbookTools: Tool[] = [
  tool({
    name: 'read_logbook',
    title: 'Read the logbook of a thing',
    description:
      'What changed of a thing, when and why, newest first: reported by the device, or requested by an app, an end user or ' +
      'a bulk command.',
    access: 'svc.things.read',
    effect: 'reads',
    input: z.strictObject({
      thing: thingId,
      property: z.string().optional(),
      since: z.iso.datetime({ offset: true }).optional(),
      limit: limit(50, 20),
      cursor,
    }),
    output: z.object({ entries: z.array(entry), ...nextPage }),
    async run({ callOperation }, { thing, limit, ...query }) {
      const answer = await callOperation('getThingLogbook', {
        params: { id: thing },
        query: { ...query, limit: asText(limit) },
      });
      const entries = answer.body as z.output<typeof logbookEntryResource>[];
      return { entries: entries.map(toShown), ...nextCursor(answer) };
    },
  }),
];

/** Omits members that do not help an agent, and truncates texts of devices. */
function toShown(given: z.output<typeof logbookEntryResource>): z.output<typeof entry> {
  const {
    id: _id,
    occurred_at: _occurred,
    property,
    event,
    previous,
    value,
    data,
    ...rest
  } = given;
  return {
    ...rest,
    ...(property !== undefined && { property: shortText(property) }),
    ...(event !== undefined && { event: shortText(event) }),
    ...(previous !== undefined && { previous: shortValue(previous) }),
    ...(value !== undefined && { value: shortValue(value) }),
    ...(data !== undefined && { data: shortValue(data) }),
  };
}
