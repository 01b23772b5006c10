import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../session/session-context.js';
import { follow } from './follow.js';

/** Whether the screen is kept up to date. */
type LiveState = 'connecting' | 'live';

const LiveContext = createContext<LiveState>('connecting');

export const useLive = () => use(LiveContext);

const retryMs = 5_000;

/** Follows events while the page is visible, since tabs share a limited number of connections. */
export function Live({ children }: { children: ReactNode }) {
  const { trellis, scopes } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    let stopping: AbortController | undefined;
    let timer: number | undefined;
    let cursor: string | undefined;

    function start() {
      const { signal } = (stopping = new AbortController());
      const onLive = (reached: string) => {
        cursor = reached;
        setState('live');
      };
      follow({ trellis, queries, scopes, cursor, signal, onLive }).catch(() => {
        if (signal.aborted) return;
        stopping?.abort();
        setState('connecting');
        // The cursor may have expired, so everything is read again.
        cursor = undefined;
        timer = window.setTimeout(() => {
          void queries.invalidateQueries();
          start();
        }, retryMs);
      });
    }
    function stop() {
      clearTimeout(timer);
      stopping?.abort();
    }
    function onVisibility() {
      stop();
      if (document.visibilityState === 'visible') start();
    }
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      stop();
    };
  }, [trellis, queries, scopes]);

  return <LiveContext value={state}>{children}</LiveContext>;
}
