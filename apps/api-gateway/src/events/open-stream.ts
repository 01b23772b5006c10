import { eventCursor, Problem } from '@trellis/contracts';
import type { z } from 'zod';
import type { ServerSentEvent } from '../http/event-stream.js';
import type { Hrefs } from '../http/hrefs.js';
import type { EventStream, OperationRequest } from '../http/operation.js';
import { thingEventToJson, type thingEventResource } from '../resources/thing-event.js';
import { streamEvents, type EventSelection, type StreamItem } from './stream.js';

type StreamRequest = Pick<
  OperationRequest,
  'units' | 'subscribeHints' | 'streams' | 'bearer' | 'header'
>;

/** The position after which a stream is to go on, if its reader has had one before. */
export function readLastEventId({ header }: StreamRequest): string | undefined {
  const given = header('Last-Event-ID');
  if (given === undefined || given === '') return undefined;
  if (eventCursor.safeParse(given).success) return given;
  throw new Problem('invalid_request', 'Last-Event-ID is not the id of an event.', {
    errors: [{ pointer: '/headers/Last-Event-ID', detail: 'Is not the id of an event.' }],
  });
}

export type ShownItem<Data> = Omit<ServerSentEvent<Data>, 'id'>;

/** A stream that ends when the access token expires or the gateway stops. */
export function openStream<Data>(
  request: StreamRequest,
  selection: EventSelection,
  show: (item: StreamItem) => ShownItem<Data>,
): EventStream<Data> {
  const { developer, expiresAt } = request.bearer;
  const { signal, end } = request.streams.open({ developer, expiresAt });
  async function* events(): AsyncGenerator<ServerSentEvent<Data>> {
    for await (const item of streamEvents(request, selection, signal)) {
      yield { id: item.cursor, ...show(item) };
    }
  }
  return { events: events(), signal, end };
}

/** An item of a stream of events of any kind. */
export function eventItem(
  item: StreamItem,
  hrefs: Hrefs,
): ShownItem<z.output<typeof thingEventResource>> {
  if (item.type === 'idle') return {};
  if (item.type === 'reset') return { event: 'reset', data: {} };
  return { event: item.event.kind, data: thingEventToJson(item.event, hrefs) };
}
