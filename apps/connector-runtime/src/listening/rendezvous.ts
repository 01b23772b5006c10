import { hash } from 'node:crypto';

/**
 * Returns the worker that a client belongs to: the one with the highest score (rendezvous hashing, Thaler and
 * Ravishankar 1998). When a worker comes or goes, only its own clients move.
 */
export function workerFor(client: string, workers: readonly string[]): string | undefined {
  let best: { worker: string; score: string } | undefined;
  for (const worker of workers) {
    const score = hash('sha256', `${worker} ${client}`);
    if (!best || score > best.score) best = { worker, score };
  }
  return best?.worker;
}
