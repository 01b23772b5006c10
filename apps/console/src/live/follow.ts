import type { QueryClient } from '@tanstack/react-query';
import type { Trellis, TrellisEvent } from '@trellis/client';
import { changeKinds, scopeOf, staleAfter } from './apply-changes.js';
import { applyEffects, effectsOf } from './apply-events.js';

/** How often what was told is shown at most (ms). */
const flushMs = 500;

interface FollowOptions {
  trellis: Trellis;
  queries: QueryClient;
  /** Those of the app: what it may not follow is left out. */
  scopes: string[];
  /** Where to continue; the present position by default. */
  position: string | undefined;
  signal: AbortSignal;
  onLive(position: string): void;
}

/**
 * Keeps what is shown up to date: values by the stream of events, units and clients by the change feed. Ends with the
 * signal, and fails with problems that stay.
 */
export async function follow(options: FollowOptions): Promise<void> {
  const { trellis, queries, scopes, position, signal, onLive } = options;
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
  const kinds = changeKinds.filter((kind) => scopes.includes(scopeOf(kind)));
  const events = async () => {
    if (!scopes.includes('svc.things.read')) return;
    for await (const event of trellis.events({ lastEventId: start, signal })) waiting.push(event);
  };
  const changes = async () => {
    if (kinds.length === 0) return;
    for await (const page of trellis.changePages({ cursor: start, kinds, signal })) {
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
