import type { Logger } from '@trellis/platform';

/** How often the sweeps run. */
const sweepIntervalMs = 60_000;

/** Runs sweeps again and again; one that fails is logged. Returns a function that stops them. */
export function startSweeps(
  sweeps: Record<string, () => Promise<void>>,
  log: Pick<Logger, 'warn'>,
): () => void {
  const timer = setInterval(() => {
    for (const [name, sweep] of Object.entries(sweeps)) {
      sweep().catch((error: unknown) => log.warn({ err: error, sweep: name }, 'sweep failed'));
    }
  }, sweepIntervalMs);
  return () => clearInterval(timer);
}
