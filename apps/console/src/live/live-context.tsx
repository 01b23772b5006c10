import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Trellis, TrellisEvent } from '@trellis/client';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../session/session.js';
import { changeKinds, scopeOf, staleAfter } from './apply-changes.js';
import { applyEffects, effectsOf } from './apply-events.js';
import { whileVisible } from './while-visible.js';

/** Whether the screen is kept up to date. */
type LiveState = 'connecting' | 'live';

const LiveContext = createContext<LiveState>('connecting');

export const useLive = () => use(LiveContext);

/** Follows events while the page is visible. */
export function Live({ children }: { children: ReactNode }) {
  const { trellis, scopes } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    let cursor: string | undefined;
    let hasFailed = false;
    return whileVisible({
      async run(signal) {
        if (hasFailed) void queries.invalidateQueries();
        hasFailed = false;
        const onLive = (reached: string) => {
          cursor = reached;
          setState('live');
        };
        await follow({ trellis, queries, scopes, cursor, signal, onLive });
      },
      onFailure() {
        setState('connecting');
        // The cursor may have expired, so everything is read again.
        cursor = undefined;
        hasFailed = true;
      },
    });
  }, [trellis, queries, scopes]);

  return <LiveContext value={state}>{children}</LiveContext>;
}

/** Interval at which received events are applied (ms). */
const flushMs = 500;

interface FollowOptions {
  trellis: Trellis;
  queries: QueryClient;
  /** Scopes of the token. Anything they do not allow is not followed. */
  scopes: string[];
  /** Cursor to continue from; undefined starts now. */
  cursor: string | undefined;
  signal: AbortSignal;
  /** Called with the cursor reached. */
  onLive(cursor: string): void;
}

/**
 * Keeps the cache up to date: values by the event stream, units and clients by the change feed. Ends when the signal is
 * aborted, and throws errors that are not temporary.
 */
async function follow(options: FollowOptions): Promise<void> {
  const { trellis, queries, scopes, cursor, signal, onLive } = options;
  const { data } = await trellis.get('/changes', {
    query: cursor === undefined ? {} : { cursor, limit: 1 },
    signal,
  });
  const start = cursor ?? data.cursor;
  onLive(start);
  let received: TrellisEvent[] = [];
  const timer = setInterval(() => {
    if (received.length === 0) return;
    applyEffects(queries, effectsOf(received));
    onLive(received.at(-1)!.id);
    received = [];
  }, flushMs);
  const kinds = changeKinds.filter((kind) => scopes.includes(scopeOf(kind)));
  const events = async () => {
    if (!scopes.includes('svc.things.read')) return;
    for await (const event of trellis.events({ lastEventId: start, signal })) received.push(event);
  };
  const changes = async () => {
    if (kinds.length === 0) return;
    for await (const page of trellis.changePages({ cursor: start, kinds, signal })) {
      applyEffects(queries, { changes: new Map(), stale: staleAfter(page.changes) });
    }
  };
  try {
    await Promise.all([events(), changes()]);
  } finally {
    clearInterval(timer);
  }
}
