import { Unavailable } from '@trellis/connector-sdk';

/**
 * Lets a connector work until its time is up or one of the signals is aborted. One that does not mind
 * its signal is left behind; its late outcome concerns nobody.
 */
export async function withinTime<T>(
  { timeout, signals }: { timeout: number; signals: AbortSignal[] },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  const aborted = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new Unavailable('The remote technology did not answer in time.'));
    if (controller.signal.aborted) refuse();
    controller.signal.addEventListener('abort', refuse);
  });
  aborted.catch(() => undefined);
  const working = work(controller.signal);
  working.catch(() => undefined);
  try {
    return await Promise.race([working, aborted]);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', abort);
  }
}
