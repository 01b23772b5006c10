import { Problem } from '@trellis/contracts';

/** Throws `timeout` when the caller has stopped waiting, so that nothing is done for it any more. */
export function requireTimeLeft(expiresAt: number): void {
  if (Date.now() >= expiresAt) throw new Problem('timeout', 'The request waited too long.');
}
