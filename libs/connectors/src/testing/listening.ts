import type { EntityReport } from '@trellis/connector-sdk';
import { waitFor } from '@trellis/testing';

/** Has a connector listen until `stop`, and keeps what it tells. */
export function startListening(
  listen: (signal: AbortSignal, emit: (heard: EntityReport) => void) => Promise<void>,
) {
  const stopping = new AbortController();
  const heard: EntityReport[] = [];
  const ended = listen(stopping.signal, (one) => heard.push(one)).catch((error: unknown) => error);
  return {
    heard,
    /** With the error, if there is one. */
    ended,
    /** What was told last of a device. */
    last: (id: string) =>
      heard.flatMap(({ entities }) => entities).findLast((entity) => entity.id === id),
    events: () => heard.flatMap((one) => one.events ?? []),
    begun: () => waitFor(() => heard.length > 0),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
