import { eventCursor, type MatchedEvent } from '@trellis/contracts';
import {
  cacheJson,
  invalidMember,
  type EventStream,
  type ServerSentEvent,
} from '@trellis/operations';
import { withOwnAttributes } from '../access/attributes.js';
import { thingEventToJson } from './resource.js';
import { type EventSelection, streamEvents } from './stream.js';
import type { OperationRequest } from '../operation.js';
import type { Hrefs } from '../resources/hrefs.js';

type StreamRequest = Pick<
  OperationRequest,
  'units' | 'readEvents' | 'subscribeHints' | 'streams' | 'bearer' | 'header'
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

export type ShownEvent<Data> = Omit<ServerSentEvent<Data>, 'id'>;

/** Returns a stream that ends when the access token expires or the gateway stops. */
export function openStream<Data>(
  request: StreamRequest,
  selection: EventSelection,
  show: (event: MatchedEvent) => ShownEvent<Data>,
): EventStream<Data | Record<string, never>> {
  const { streams, bearer } = request;
  const { signal, end } = streams.open(bearer);
  async function* events(): AsyncGenerator<ServerSentEvent<Data | Record<string, never>>> {
    for await (const item of streamEvents(request, selection, { signal, streams })) {
      const id = item.cursor;
      if (item.type === 'event') yield { id, ...show(item.event) };
      else yield item.type === 'reset' ? { id, event: 'reset', data: {} } : { id };
    }
  }
  return { events: events(), signal, end };
}

type ThingEventJson = ReturnType<typeof thingEventToJson>;

/** Events as streams show them: those that read the same page serialize an event once. */
const shownEvents = new WeakMap<MatchedEvent, ShownEvent<ThingEventJson>>();

/** Returns a function that shows events of any kind to the bearer of a token. */
export const eventShownTo = ({ bearer, hrefs }: Pick<OperationRequest, 'bearer' | 'hrefs'>) => {
  const show = showWith(hrefs);
  return (event: MatchedEvent) => show(withOwnAttributes(bearer, event));
};

const showWith = (hrefs: Hrefs) => (event: MatchedEvent) => {
  const known = shownEvents.get(event);
  if (known) return known;
  const data = thingEventToJson(event, hrefs);
  cacheJson(data);
  const shown = { event: event.kind, data };
  shownEvents.set(event, shown);
  return shown;
};
