import { Webhook } from 'standardwebhooks';
import type { Callback } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';

/**
 * The headers by which an app knows a message for ours and notices one that comes again: Standard
 * Webhooks, https://www.standardwebhooks.com. While a secret is being rotated both sign.
 */
export function sign(
  { sealing }: Pick<Runtime, 'sealing'>,
  { secret, previousSecret, previousUntil }: Callback,
  { id, body }: { id: string; body: string },
): Record<string, string> {
  const now = new Date();
  const former = previousSecret !== null && previousUntil! > now ? [previousSecret] : [];
  const signatures = [secret, ...former].map((sealed) =>
    new Webhook(String(sealing.open(sealed))).sign(id, now, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
