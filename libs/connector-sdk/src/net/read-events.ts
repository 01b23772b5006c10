import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
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

/**
 * The events in a stream of bytes. What this thread does until the next event is requested counts as the server's
 * work: afterwards nothing is read for so long that it stays below `maxShare`. Throws `Unavailable` when one is too
 * large, and at the end of the stream.
 */
export async function* readEvents(
  body: Readable,
  { host, maxEventLength, maxShare }: { host: string; maxEventLength: number; maxShare: number },
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
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const before = performance.eventLoopUtilization();
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLarge) {
      throw new Unavailable(`${host} sends an event of more than ${maxEventLength} characters.`);
    }
    yield* events.splice(0);
    // Not the time that has passed: whoever only waits for an answer leaves this thread to others.
    const { active } = performance.eventLoopUtilization(before);
    await rest(body, active * (1 / maxShare - 1));
  }
  throw new Unavailable(`${host} has ended the stream of events.`);
}

/** Waits, but not longer than until the stream is closed. */
async function rest(body: Readable, ms: number): Promise<void> {
  if (body.destroyed) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      body.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    body.once('close', end);
  });
}
