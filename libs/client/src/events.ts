import { requireEventStream } from './problem.js';
import { isTemporary, pause, retryDelayMs } from './retry.js';
import { readEvents } from './server-sent-events.js';

interface Common {
  /** Id of the thing. */
  id: string;
  /** Time of recording. */
  time?: string;
  thing: { href: string };
}

/** The data of events, by type. */
export interface EventData {
  thing_created: Common;
  thing_updated: Common & { available?: boolean };
  thing_deleted: Common;
  property_changed: Common & {
    property: { href: string; name: string };
    value: unknown;
    /** Of a subscription with a condition: whether it begins or ends with this value. */
    turn?: 'begins' | 'ends';
  };
  target_changed: Common & {
    property: { href: string; name: string };
    target: {
      value: unknown;
      requested: string;
      status: 'queued' | 'pending' | 'confirmed' | 'unconfirmed' | 'withdrawn';
    };
  };
  thing_event: Common & {
    event: { href: string; name: string };
    data?: unknown;
    occurred_at: string;
  };
  client_status_changed: Omit<Common, 'thing'> & {
    client: { href: string };
    status: 'STARTING' | 'STARTED' | 'ERROR';
    error?: { code: string };
    /** Status and error are those from before. */
    paused?: { since: string; reason?: string };
  };
  client_deleted: Omit<Common, 'thing'> & { client: { href: string } };
  /** Events were missed: read the current state. The stream continues from there. */
  reset: Record<string, never>;
}

/** An event. Its `id` is the `lastEventId` to continue after it. */
export type TrellisEvent = {
  [Type in keyof EventData]: { id: string; type: Type; data: EventData[Type] };
}[keyof EventData];

export interface StreamOptions {
  /** Continues after the event with this id. */
  lastEventId?: string | undefined;
  /** Ends the stream. */
  signal?: AbortSignal | undefined;
}

/** An item of a stream of values. Its `id` is the `lastEventId` to continue after it. */
export interface StreamItem<Data = unknown> {
  id: string;
  type: string;
  data: Data;
}

/** Idle time after which a connection is dead (ms): Trellis sends something every 15 seconds. */
const idleMs = 60_000;

/**
 * Follows a stream of events without gaps or repetition, and reconnects as needed. Ends when the signal is aborted;
 * throws only errors that are not temporary.
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
