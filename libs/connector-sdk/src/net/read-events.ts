import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import { Unavailable } from '../failure.js';

/** An event that a server sent. */
export interface ServerSentEvent {
  /** Its type; `message` if the server names none. */
  event: string;
  data: string;
  /** The id that the server sent last, with this event or an earlier one; empty if it has sent none. */
  id: string;
}

/** The share of the time for which a server may keep this thread busy, and the longest rest in between (ms). */
const maxShare = 1 / 5;
const maxRestMs = 1_000;

/** The events in a stream of bytes. Throws `Unavailable` when one is too large, and at the end of the stream. */
export async function* readEvents(
  body: AsyncIterable<Buffer>,
  { host, maxEventLength }: { host: string; maxEventLength: number },
): AsyncGenerator<ServerSentEvent, never> {
  const decoder = new TextDecoder();
  const events: ServerSentEvent[] = [];
  let lastId = '';
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: maxEventLength,
    onEvent({ event = 'message', data, id = lastId }) {
      lastId = id;
      isTooLarge ||= data.length + id.length > maxEventLength;
      events.push({ event, data, id });
    },
    // Anything else that is wrong with a line is ignored, as the standard says.
    onError: ({ type }) => (isTooLarge ||= type === 'max-buffer-size-exceeded'),
  });
  for await (const chunk of body) {
    const startedAt = performance.now();
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLarge) {
      throw new Unavailable(`${host} sends an event of more than ${maxEventLength} characters.`);
    }
    yield* events.splice(0);
    const restMs = (performance.now() - startedAt) * (1 / maxShare - 1);
    await pause(Math.min(restMs, maxRestMs));
  }
  throw new Unavailable(`${host} has ended the stream of events.`);
}
