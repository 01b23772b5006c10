import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import { restMs } from '../budget.js';
import { Unavailable } from '../failure.js';

export interface ServerSentEvent {
  /** Its type; `message` if the server names none. */
  event: string;
  data: string;
  /** The last id that the server sent, with this event or an earlier one; empty if there is none. */
  id: string;
}

/**
 * Parses the events in a stream of bytes. The work of this thread until the next event is requested counts as caused
 * by the server: the stream is then not read until the share of the time is below `maxShare`. Throws `Unavailable`
 * when an event is too large, and at the end of the stream.
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
    // Other errors in a line are ignored, as the standard says.
    onError: ({ type }) => (isTooLarge ||= type === 'max-buffer-size-exceeded'),
  });
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const before = performance.eventLoopUtilization();
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (isTooLarge) {
      throw new Unavailable(`${host} sends an event of more than ${maxEventLength} characters.`);
    }
    yield* events.splice(0);
    // Not the elapsed time: a consumer that only waits leaves this thread to others.
    const { active } = performance.eventLoopUtilization(before);
    await rest(body, restMs(active, maxShare));
  }
  throw new Unavailable(`${host} has ended the stream of events.`);
}

/** Waits, but at most until the stream is closed. */
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
