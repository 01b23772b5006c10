import type { QueryClient } from '@tanstack/react-query';
import type { Trellis, TrellisEvent } from '@trellis/client';
import { changeKinds, staleAfter } from './apply-changes.js';
import { applyEffects, effectsOf } from './apply-events.js';

/** How often what was told is shown at most (ms). */
const flushMs = 500;

interface FollowOptions {
  trellis: Trellis;
  queries: QueryClient;
  /** Where to continue; the present position by default. */
  position: string | undefined;
  signal: AbortSignal;
  onLive(position: string): void;
}

/**
 * Keeps what is shown up to date: values by the stream of events, units and clients by the change feed. Ends with the
 * signal, and fails with problems that stay, such as a missing scope.
 */
export async function follow({ trellis, queries, position, signal, onLive }: FollowOptions) {
  const { data } = await trellis.get('/changes', {
    query: position === undefined ? {} : { cursor: position, limit: 1 },
    signal,
  });
  const start = position ?? data.cursor;
  onLive(start);
  let waiting: TrellisEvent[] = [];
  const timer = setInterval(() => {
    if (waiting.length === 0) return;
    applyEffects(queries, effectsOf(waiting));
    onLive(waiting.at(-1)!.id);
    waiting = [];
  }, flushMs);
  const events = async () => {
    for await (const event of trellis.events({ lastEventId: start, signal })) waiting.push(event);
  };
  const changes = async () => {
    for await (const page of trellis.changePages({ cursor: start, kinds: changeKinds, signal })) {
      const stale = staleAfter(page.changes);
      applyEffects(queries, { news: new Map(), stale });
    }
  };
  try {
    await Promise.all([events(), changes()]);
  } finally {
    clearInterval(timer);
  }
}
