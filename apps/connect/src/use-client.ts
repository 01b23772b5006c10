import { useCallback, useEffect, useState } from 'react';
import type { Api, Client } from './api.js';

/** Time between two looks at a client that has not settled, and at one that has (ms). */
const everyMs = { unsettled: 1_500, settled: 5_000 };

/** After how long it is said that it takes longer than usual (ms). */
const slowAfterMs = 30_000;

/** Follows a client for as long as it is shown. */
export function useClient(api: Api, id: string, onError: (error: unknown) => void) {
  const [client, setClient] = useState<Client>();
  const [isSlow, setSlow] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: number | undefined;
    let isOver = false;
    const look = async () => {
      try {
        const found = await api.read(id);
        if (isOver) return;
        setClient(found);
        const isSettled = found.status === 'STARTED' && found.things_count > 0;
        timer = window.setTimeout(look, isSettled ? everyMs.settled : everyMs.unsettled);
      } catch (error) {
        if (!isOver) onError(error);
      }
    };
    void look();
    const slow = window.setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      window.clearTimeout(slow);
    };
  }, [api, id, onError, round]);
  /** Looks again at once. */
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { client, isSlow, refresh };
}
