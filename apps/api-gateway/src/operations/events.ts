import { Problem, thingEventKind, type Caller, type ThingEvent } from '@trellis/contracts';
import { z } from 'zod';
import { follow, type Followed, type Happening } from '../events/follow.js';
import type { ServerSentEvent } from '../http/event-stream.js';
import type { Hrefs } from '../http/href.js';
import {
  operation,
  type Answer,
  type Operation,
  type OperationRequest,
} from '../http/operation.js';

const stream = {
  tag: 'Things',
  access: 'svc.things.read',
  subject: 'optional',
  method: 'get',
  status: 200,
  streams: true,
} as const;

const cursor = /^\d{1,20}-\d{1,19}-\d{1,15}$/;

const kinds = z
  .string()
  .transform((list) => list.split(','))
  .pipe(z.array(thingEventKind))
  .optional()
  .meta({ type: 'string', description: 'Which kinds of events, separated by commas.' });

export const eventOperations: Operation[] = [
  operation({
    ...stream,
    path: '/api/v1/things/:id/properties/:name/observe',
    summary: 'Observe a property of a thing',
    description:
      'Server-sent events: the value as it is, then each new one. Clients that can send no header use ' +
      'the address in the Thing Description, whose `ticket` stands for the access token.',
    query: z.strictObject({ ticket: z.string().optional() }),
    ticket: true,
    async handle({ params: { id, name }, ...request }) {
      const { units, caller } = request;
      const after = lastEventId(request);
      // Read before the value: what changes in between comes as an event, perhaps again.
      const now = await units('events.read', { caller });
      const { properties, values } = await units('things.read', { caller, id });
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property || property.writeOnly) {
        throw new Problem('not_found', 'The thing has no such property.');
      }
      const known = after === undefined && Object.hasOwn(values, name);
      const first = known ? [{ id: now.cursor, data: values[name] }] : [];
      const followed = { caller, after: after ?? now.cursor, thing: id, property: name };
      return events(request, followed, (happening) => valueOf(happening), first);
    },
  }),
  operation({
    ...stream,
    path: '/api/v1/events',
    summary: 'Follow everything that happens to things',
    description:
      'Server-sent events: `thing_created`, `thing_updated`, `thing_deleted` (W3C WoT Discovery, ' +
      'section 7.3.3) and `property_changed`. `Last-Event-ID` goes on after an event; when that is ' +
      'longer ago than an hour, `reset` says that some were missed.',
    query: z.strictObject({ type: kinds }),
    async handle({ query, ...request }) {
      const { units, caller, hrefs } = request;
      // Known before the answer begins: whatever happens after that is told.
      const after = lastEventId(request) ?? (await units('events.read', { caller })).cursor;
      const followed = {
        caller,
        after,
        ...(query.type && { kinds: query.type }),
      };
      return events(request, followed, (happening) => described(happening, hrefs));
    },
  }),
];

type Asking = Pick<
  OperationRequest<string, unknown, unknown>,
  'units' | 'followHints' | 'streams' | 'bearer' | 'header'
> & { caller: Caller };

function lastEventId({ header }: Asking): string | undefined {
  const given = header('Last-Event-ID');
  if (given === undefined || given === '') return undefined;
  if (cursor.test(given)) return given;
  throw new Problem('invalid_request', 'Last-Event-ID is not the id of an event.', {
    errors: [{ pointer: '/headers/Last-Event-ID', detail: 'Is not the id of an event.' }],
  });
}

/** A stream that ends with the access token, and with the gateway. */
function events(
  request: Asking,
  followed: Followed,
  show: (happening: Happening) => Omit<ServerSentEvent, 'id'>,
  first: ServerSentEvent[] = [],
): Answer {
  const { developer, expires } = request.bearer;
  const { signal, end } = request.streams.open({ developer, expires });
  async function* all() {
    yield* first;
    let last = JSON.stringify(first[0]?.data);
    for await (const happening of follow(request, followed, signal)) {
      const event = show(happening);
      // A value that was read may come again as the event of its change.
      if (event.event === undefined && event.data !== undefined) {
        if (JSON.stringify(event.data) === last) continue;
        last = JSON.stringify(event.data);
      }
      yield { id: happening.cursor, ...event };
    }
  }
  return { stream: { events: all(), end } };
}

function valueOf(happening: Happening): Omit<ServerSentEvent, 'id'> {
  if (happening.type === 'reset') return { event: 'reset', data: {} };
  if (happening.type === 'idle' || happening.event.kind !== 'property_changed') return {};
  return { data: happening.event.value };
}

function described(happening: Happening, hrefs: Hrefs): Omit<ServerSentEvent, 'id'> {
  if (happening.type === 'idle') return {};
  if (happening.type === 'reset') return { event: 'reset', data: {} };
  return { event: happening.event.kind, data: dataOf(happening.event, hrefs) };
}

function dataOf(event: ThingEvent, hrefs: Hrefs): object {
  const thing = { id: `urn:uuid:${event.thing}`, thing: { href: hrefs.thing(event.thing) } };
  if (event.kind === 'thing_updated') return { ...thing, available: event.available };
  if (event.kind !== 'property_changed') return thing;
  const { name, value } = event;
  return { ...thing, property: { href: hrefs.thingProperty(event.thing, name), name }, value };
}
