import { anyJson, Problem, thingEventKind, type MatchedEvent } from '@trellis/contracts';
import { lastEventId } from '@trellis/operations';
import { z } from 'zod';
import { grantedTo, issueTicket } from '../access/ticket.js';
import { eventShownTo, openStream, readLastEventId, type ShownEvent } from './open-stream.js';
import { thingEventResource } from './resource.js';
import { withoutRepetition } from './stream.js';
import { operation, type Operation } from '../operation.js';

const stream = {
  tag: 'Things',
  access: { scope: 'svc.things.read', subject: 'optional' },
} as const;

const kinds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(thingEventKind))
  .optional()
  .meta({ type: 'string', description: 'Kinds of events, separated by commas.' });

const ticketQuery = z.strictObject({
  ticket: z
    .string()
    .optional()
    .describe('Replaces the access token, from the forms of the Thing Description.'),
});

export const eventOperations: Operation[] = [
  operation.get('/api/v1/things/:id/properties/:name/observe', {
    ...stream,
    id: 'observeThingProperty',
    summary: 'Observe a property of a thing',
    description:
      'Server-sent events: the current value, then each new one. Clients that cannot send headers use ' +
      'the address in the Thing Description, whose `ticket` replaces the access token.',
    access: { ...stream.access, acceptsTicket: true },
    input: { headers: { 'Last-Event-ID': lastEventId }, query: ticketQuery },
    answer: { status: 200, events: anyJson },
    async handle({ params: { id, name }, ...request }) {
      const { units, caller } = request;
      const lastEventId = readLastEventId(request);
      // Read before the value: a change in between comes as an event, perhaps a second time.
      const { cursor } = await units('events.read', { caller });
      const { properties, values } = await units('things.read', { caller, id });
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property || property.writeOnly) {
        throw new Problem('not_found', 'The thing has no such property.');
      }
      const showsCurrent = lastEventId === undefined && Object.hasOwn(values, name);
      const current = showsCurrent ? [{ id: cursor, data: values[name] }] : [];
      const { events, ...stream } = openStream(
        request,
        { caller, after: lastEventId ?? cursor, thing: id, name, kinds: ['property_changed'] },
        valueEvent,
      );
      return { stream: { ...stream, events: withoutRepetition(current, events) } };
    },
  }),
  operation.get('/api/v1/things/:id/events/:name', {
    ...stream,
    id: 'subscribeThingEvent',
    summary: 'Subscribe to an event of a thing',
    description:
      'Server-sent events: what the event carries, each time that it happens, or null if it carries nothing. ' +
      'Clients that cannot send headers use the address in the Thing Description, whose `ticket` replaces the ' +
      'access token.',
    access: { ...stream.access, acceptsTicket: true },
    input: { headers: { 'Last-Event-ID': lastEventId }, query: ticketQuery },
    answer: { status: 200, events: anyJson },
    async handle({ params: { id, name }, ...request }) {
      const { units, caller } = request;
      // Determined before the answer begins, so that nothing after that is missed.
      const after = readLastEventId(request) ?? (await units('events.read', { caller })).cursor;
      const { events } = await units('things.read', { caller, id });
      if (!Object.hasOwn(events, name)) {
        throw new Problem('not_found', 'The thing has no such event.');
      }
      const selection = { caller, after, thing: id, name, kinds: ['thing_event' as const] };
      return { stream: openStream(request, selection, occurrenceEvent) };
    },
  }),
  operation.get('/api/v1/events', {
    ...stream,
    id: 'followThings',
    summary: 'Follow everything that happens to things',
    description:
      'Server-sent events: `thing_created`, `thing_updated`, `thing_deleted` (W3C WoT Discovery, ' +
      'section 7.3.3), `property_changed`, `target_changed` (a value is requested, or what became of that), ' +
      '`thing_event`, and `client_status_changed` and `client_deleted`, which concern all things of a connector ' +
      'client. `Last-Event-ID` continues after an event; when those since then are not ' +
      'kept any more, `reset` says that events were missed. Clients that cannot send headers get a `ticket` that ' +
      'replaces the access token (`POST /events/ticket`), and continue with `last_event_id`.',
    access: { ...stream.access, acceptsTicket: true },
    input: {
      headers: { 'Last-Event-ID': lastEventId },
      query: z.strictObject({
        type: kinds,
        ticket: z.string().optional().describe('Replaces the access token.'),
        last_event_id: z
          .string()
          .optional()
          .describe('The event after which to continue; `Last-Event-ID` has precedence.'),
      }),
    },
    answer: { status: 200, events: thingEventResource },
    async handle({ query, ...request }) {
      const { units, caller } = request;
      // Determined before the answer begins, so that nothing after that is missed.
      const lastEventId = readLastEventId(request, query.last_event_id);
      const after = lastEventId ?? (await units('events.read', { caller })).cursor;
      const selection = { caller, after, ...(query.type && { kinds: query.type }) };
      return { stream: openStream(request, selection, eventShownTo(request)) };
    },
  }),
];

const valueEvent = (event: MatchedEvent): ShownEvent<unknown> =>
  event.kind === 'property_changed' ? { data: event.value } : {};

const occurrenceEvent = (event: MatchedEvent): ShownEvent<unknown> =>
  event.kind === 'thing_event' ? { data: event.data ?? null } : {};

const lifetimeSeconds = 60;

const eventsTicket = z
  .object({
    ticket: z.string(),
    href: z.url().describe('The stream, with the ticket.'),
    expires_in: z.number().int().describe('Seconds in which a stream can be opened.'),
  })
  .meta({ id: 'EventsTicket' });

export const eventTicketOperations: Operation[] = [
  operation.post('/api/v1/events/ticket', {
    tag: 'Things',
    id: 'createEventsTicket',
    summary: 'Create a ticket for the stream of events',
    description:
      'For clients that cannot send headers, such as `EventSource`: `GET /events?ticket=…` acts as this request ' +
      'does. A stream lives until the access token expires.',
    access: { scope: 'svc.things.read', subject: 'optional' },
    answer: { status: 200, body: eventsTicket },
    async handle({ sealing, hrefs, ...request }) {
      const now = Math.floor(Date.now() / 1000);
      const opensUntil = Math.min(now + lifetimeSeconds, request.bearer.expiresAt);
      const ticket = issueTicket(sealing, { ...grantedTo(request), opensUntil });
      return {
        headers: { 'Cache-Control': 'no-store' },
        body: {
          ticket,
          href: hrefs.eventsWith(ticket),
          expires_in: Math.max(0, Math.floor(opensUntil - now)),
        },
      };
    },
  }),
];
