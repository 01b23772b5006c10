import type { Logger } from './logging/log.js';

/** How often the sweeps run. */
const sweepIntervalMs = 60_000;

/** Runs sweeps at once and again and again; one that fails is logged. Returns a function that stops them. */
export function startSweeps(
  sweeps: Record<string, () => Promise<void>>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const sweepAll = () => {
    for (const [name, sweep] of Object.entries(sweeps)) {
      sweep().catch((error: unknown) => log.warn({ err: error, sweep: name }, 'sweep failed'));
    }
  };
  sweepAll();
  const timer = setInterval(sweepAll, sweepIntervalMs);
  return () => clearInterval(timer);
}
