import { Problem } from '@trellis/contracts';

/** Throws `timeout` when the caller has stopped waiting, for work that had to wait for its turn. */
export function requireTimeLeft(expiresAt: number): void {
  if (Date.now() >= expiresAt) throw new Problem('timeout', 'The request waited too long.');
}
