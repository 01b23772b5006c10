import { useCallback, useEffect, useState } from 'react';
import type { Api, Client } from '../api.js';

/** Poll interval of a client that is still starting, and of one that has devices (ms). */
const pollMs = { unsettled: 1_500, settled: 5_000 };

/** Time after which the page says that it takes longer than usual (ms). */
const slowAfterMs = 30_000;

export function useClient(api: Api, id: string, onError: (error: unknown) => void) {
  const [client, setClient] = useState<Client>();
  const [isSlow, setSlow] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let timer: number | undefined;
    let isOver = false;
    const poll = async () => {
      try {
        const found = await api.read(id);
        if (isOver) return;
        setClient(found);
        const isSettled = found.status === 'STARTED' && found.things_count > 0;
        timer = window.setTimeout(poll, isSettled ? pollMs.settled : pollMs.unsettled);
      } catch (error) {
        if (!isOver) onError(error);
      }
    };
    void poll();
    const slow = window.setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      window.clearTimeout(slow);
    };
  }, [api, id, onError, round]);
  const refresh = useCallback(() => setRound((before) => before + 1), []);
  return { client, isSlow, refresh };
}
