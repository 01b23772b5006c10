import { pause } from './pause.js';
import { requireEventStream } from './problem.js';
import { isTemporary, retryDelayMs } from './retry.js';
import { readEvents } from './server-sent-events.js';

interface Common {
  /** The `id` of the thing. */
  id: string;
  /** When it was recorded. */
  time?: string;
  thing: { href: string };
}

/** What events carry, by type. */
export interface EventData {
  thing_created: Common;
  thing_updated: Common & { available?: boolean };
  thing_deleted: Common;
  property_changed: Common & { property: { href: string; name: string }; value: unknown };
  thing_event: Common & {
    event: { href: string; name: string };
    data?: unknown;
    occurred_at: string;
  };
  client_status_changed: Omit<Common, 'thing'> & {
    client: { href: string };
    status: 'STARTING' | 'STARTED' | 'ERROR';
    error?: { code: string };
  };
  /** Events were missed: read the current state. The stream goes on from there. */
  reset: Record<string, never>;
}

/** An event; `id` is the `lastEventId` after it. */
export type TrellisEvent = {
  [Type in keyof EventData]: { id: string; type: Type; data: EventData[Type] };
}[keyof EventData];

export interface StreamOptions {
  /** Id of the last event that was received, to continue after it. */
  lastEventId?: string | undefined;
  /** Ends the stream. */
  signal?: AbortSignal | undefined;
}

/** An item of a stream of values; `id` is the `lastEventId` after it. */
export interface StreamItem {
  id: string;
  type: string;
  data: unknown;
}

/** Trellis sends something every fifteen seconds: a connection without is dead (ms). */
const idleMs = 60_000;

/**
 * Follows a stream of events without gaps or repetition, over as many connections as it takes: it ends when the signal
 * is aborted, and fails only with problems that stay.
 */
export async function* followStream(
  open: (lastEventId: string | undefined) => Promise<Response>,
  { lastEventId, signal }: StreamOptions,
): AsyncGenerator<StreamItem, void> {
  let lastId = lastEventId;
  let failures = 0;
  for (;;) {
    let failure: unknown;
    try {
      const response = await requireEventStream(await open(lastId));
      for await (const { id, type, data } of readEvents(response.body!, { idleMs })) {
        failures = 0;
        lastId = id ?? lastId;
        if (signal?.aborted) return;
        if (data !== undefined) yield { id: lastId ?? '', type, data: JSON.parse(data) as unknown };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTemporary(error)) throw error;
      failure = error;
    }
    failures += 1;
    await pause(retryDelayMs(failure, failures), signal);
    if (signal?.aborted) return;
  }
}
