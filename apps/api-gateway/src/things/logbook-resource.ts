import {
  anyJson,
  logbookKind,
  type LogbookEntry,
  type Requester,
  target,
} from '@trellis/contracts';
import type { Bearer } from '@trellis/operations';
import { z } from 'zod';
import { requesterFor } from '../access/requester.js';

const logbookCause = z
  .object({
    type: z
      .enum(['reported', 'client', 'app', 'subject', 'batch', 'unknown'])
      .describe(
        '`reported`: by the device itself; `client`: that all things of the client are or were unknown; else who requested it: ' +
          'an app, an end user with a token of their own, or a bulk command of either.',
      ),
    app: z.string().optional().describe('The id of the app.'),
    person: z
      .string()
      .optional()
      .describe('The e-mail address of the person who used it; not for end users.'),
    subject: z.string().optional().describe('The end user.'),
    request_id: z.string().optional().describe('`X-Request-Id` of the request.'),
    batch: z.string().optional().describe('The id of the bulk command.'),
    scene: z.string().optional().describe('The id of the scene that it restored.'),
  })
  .meta({ id: 'LogbookCause' });

const state = 'Of the availability: `available`, `unavailable` or `unknown`.';

export const logbookEntryResource = z
  .object({
    id: z.string(),
    time: z.iso.datetime(),
    kind: logbookKind,
    property: z.string().optional().describe('The name of the property.'),
    event: z.string().optional().describe('The name of the event.'),
    previous: anyJson
      .optional()
      .describe(`Left out where it was not known, or takes more than 1 KiB. ${state}`),
    value: anyJson.optional().describe(`The new value; of a target the requested one. ${state}`),
    status: target.shape.status
      .or(z.literal('withdrawn'))
      .optional()
      .describe('What became of a target. The change of the property shows that it was confirmed.'),
    code: z.string().optional().describe('Why the availability is unknown.'),
    data: anyJson.optional().describe('What the event carries.'),
    occurred_at: z.iso.datetime().optional().describe('When the event happened.'),
    with: z.string().optional().describe('The id of the thing that had the other device.'),
    cause: logbookCause,
  })
  .meta({ id: 'LogbookEntry' });

type Cause = z.output<typeof logbookCause>;

/** Returns why something changed that was requested, if that is known, or else `without`. */
function toCause(requester: Requester | undefined, without: 'reported' | 'unknown'): Cause {
  if (!requester) return { type: without };
  const type = requester.batch ? 'batch' : requester.subject === undefined ? 'app' : 'subject';
  return { type, ...requester };
}

export function logbookEntryToJson(
  entry: LogbookEntry,
  bearer: Pick<Bearer, 'subject'>,
): z.output<typeof logbookEntryResource> {
  const causeOf = (requester: Requester | undefined, without: 'reported' | 'unknown') =>
    toCause(requester && requesterFor(bearer, requester), without);
  const { cursor: id, time, kind } = entry;
  const common = { id, time, kind };
  switch (entry.kind) {
    case 'property_changed': {
      const { name: property, previous, value, requester } = entry;
      return { ...common, property, previous, value, cause: causeOf(requester, 'reported') };
    }
    case 'target_changed': {
      const { name: property, target, requester } = entry;
      const { value, status } = target;
      // Entries of confirmed targets are left out.
      const shown = status === 'confirmed' ? undefined : status;
      return { ...common, property, value, status: shown, cause: causeOf(requester, 'unknown') };
    }
    case 'thing_event': {
      const { name: event, data, occurred: occurred_at } = entry;
      return { ...common, event, data, occurred_at, cause: { type: 'reported' } };
    }
    case 'availability_changed': {
      const { previous, value, code, ofClient } = entry;
      const cause = { type: ofClient ? ('client' as const) : ('reported' as const) };
      return { ...common, previous, value, code, cause };
    }
    default: {
      const { other, requester } = entry;
      return { ...common, with: other, cause: causeOf(requester, 'unknown') };
    }
  }
}
