import { Unavailable } from '@trellis/connector-sdk';

/**
 * Lets a connector work until its time is up or the service stops. One that does not mind its
 * signal is left behind; its late outcome concerns nobody.
 */
export async function withinTime<T>(
  { timeout, stopping }: { timeout: number; stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeout);
  stopping.addEventListener('abort', abort, { once: true });
  const aborted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () =>
      reject(new Unavailable('The remote technology did not answer in time.')),
    );
  });
  const working = work(controller.signal);
  working.catch(() => undefined);
  try {
    return await Promise.race([working, aborted]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener('abort', abort);
  }
}
