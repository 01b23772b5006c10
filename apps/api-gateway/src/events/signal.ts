/** Wakes up whoever waits for what hints tell of. */
interface Signal {
  notify(): void;
  /** Forgets the notifications so far. */
  reset(): void;
  /** Resolves when notified since the last reset, when the stream has ended, or after the timeout. */
  wait(timeoutMs: number): Promise<void>;
}

export function createSignal(end: AbortSignal): Signal {
  let isNotified = false;
  let wake = () => {};
  const notify = () => {
    isNotified = true;
    wake();
  };
  end.addEventListener('abort', notify, { once: true });
  return {
    notify,
    reset: () => void (isNotified = false),
    async wait(timeoutMs) {
      if (isNotified || end.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
