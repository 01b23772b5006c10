import { eventCursor } from '@trellis/contracts';
import type { EventStream, ServerSentEvent } from '@trellis/operations';
import type { z } from 'zod';
import { type thingEventResource, thingEventToJson } from './resource.js';
import { type EventSelection, streamEvents, type StreamItem } from './stream.js';
import type { OperationRequest } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';
import { invalidMember } from '@trellis/operations';

type StreamRequest = Pick<
  OperationRequest,
  'units' | 'subscribeHints' | 'streams' | 'bearer' | 'header'
>;

/**
 * The position after which a stream is to go on, if its reader has had one before. A browser that reconnects by itself
 * sends the header, and the address as it was.
 */
export function readLastEventId({ header }: StreamRequest, inQuery?: string): string | undefined {
  const sent = header('Last-Event-ID') || undefined;
  const given = sent ?? (inQuery || undefined);
  if (given === undefined || eventCursor.safeParse(given).success) return given;
  const pointer = sent === undefined ? '/query/last_event_id' : '/headers/Last-Event-ID';
  const detail = 'Is not the id of an event.';
  throw invalidMember(pointer, detail, `${pointer.split('/').at(-1)}: ${detail}`);
}

export type ShownItem<Data> = Omit<ServerSentEvent<Data>, 'id'>;

/** Returns a stream that ends when the access token expires or the gateway stops. */
export function openStream<Data>(
  request: StreamRequest,
  selection: EventSelection,
  show: (item: StreamItem) => ShownItem<Data>,
): EventStream<Data> {
  const { signal, end } = request.streams.open(request.bearer);
  async function* events(): AsyncGenerator<ServerSentEvent<Data>> {
    for await (const item of streamEvents(request, selection, signal)) {
      yield { id: item.cursor, ...show(item) };
    }
  }
  return { events: events(), signal, end };
}

/** Returns an item of a stream of events of any kind. */
export function eventItem(
  item: StreamItem,
  hrefs: Hrefs,
): ShownItem<z.output<typeof thingEventResource>> {
  if (item.type === 'idle') return {};
  if (item.type === 'reset') return { event: 'reset', data: {} };
  return { event: item.event.kind, data: thingEventToJson(item.event, hrefs) };
}
