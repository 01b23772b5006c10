const retryMs = 5_000;

interface Followed {
  /** Follows something until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Called when that failed. It runs again soon. */
  onFailure(): void;
}

/**
 * Follows something while the page is visible, since tabs share a limited number of connections. Returns a function that
 * ends it.
 */
export function whileVisible({ run, onFailure }: Followed): () => void {
  let stopping: AbortController | undefined;
  let timer: number | undefined;

  function start() {
    const { signal } = (stopping = new AbortController());
    run(signal).catch(() => {
      if (signal.aborted) return;
      stopping?.abort();
      onFailure();
      timer = window.setTimeout(start, retryMs);
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
}
