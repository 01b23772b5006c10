import type { ServerSentEvent } from '@trellis/operations';

/**
 * The current value, then the events of its changes. A value that has just been read may come again as
 * the event of its change: values equal to the one before are left out.
 */
export async function* withoutRepetition(
  current: ServerSentEvent<unknown>[],
  events: AsyncIterable<ServerSentEvent<unknown>>,
): AsyncGenerator<ServerSentEvent<unknown>> {
  yield* current;
  let last = JSON.stringify(current[0]?.data);
  for await (const event of events) {
    const isValue = event.event === undefined && event.data !== undefined;
    if (isValue) {
      const value = JSON.stringify(event.data);
      if (value === last) continue;
      last = value;
    }
    yield event;
  }
}
