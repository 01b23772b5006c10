import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../session/session-context.js';
import { follow } from './follow.js';

/** Whether what is shown follows what happens. */
type LiveState = 'connecting' | 'live';

const LiveContext = createContext<LiveState>('connecting');

export const useLive = () => use(LiveContext);

/** How long to wait before following again after a failure (ms). */
const retryMs = 5_000;

/** Follows what happens while the page is visible: a browser has few connections to share between its tabs. */
export function Live({ children }: { children: ReactNode }) {
  const { trellis, scopes } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');

  useEffect(() => {
    let stopping: AbortController | undefined;
    let timer: number | undefined;
    let position: string | undefined;

    function start() {
      const { signal } = (stopping = new AbortController());
      const onLive = (reached: string) => {
        position = reached;
        setState('live');
      };
      follow({ trellis, queries, scopes, position, signal, onLive }).catch(() => {
        if (signal.aborted) return;
        stopping?.abort();
        setState('connecting');
        // The position may be too old by now: what was read is not up to date.
        position = undefined;
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
