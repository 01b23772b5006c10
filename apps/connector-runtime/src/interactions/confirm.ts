import type { Runtime } from '../runtime.js';

interface Changed {
  client: string;
  /** How long the change takes (ms). */
  transitionMs: number | null;
  /** See `Connector.confirmAfterMs`. */
  confirmAfterMs: number | undefined;
  /** Whether a value was written, which a cloud may show late. */
  isWrite: boolean;
}

/** Lets polls show what a write or an action has changed. */
export async function confirmByPolls(
  { polls, pollRequests }: Pick<Runtime, 'polls' | 'pollRequests'>,
  { client, transitionMs, confirmAfterMs, isWrite }: Changed,
): Promise<void> {
  if (confirmAfterMs !== undefined) {
    return pollRequests.follow(client, { transitionMs, confirmAfterMs });
  }
  await polls.runNow(client);
  if (isWrite) pollRequests.follow(client, { transitionMs });
}
