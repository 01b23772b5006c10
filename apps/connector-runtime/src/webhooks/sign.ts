import type { Sealing } from '@trellis/sealing';
import { Webhook } from 'standardwebhooks';
import type { Webhook as Row } from '../generated/prisma/client.js';

/**
 * The headers by which an app verifies a message and recognizes one that was sent before: Standard
 * Webhooks, https://www.standardwebhooks.com. During a rotation both secrets sign.
 */
export function sign(
  sealing: Sealing,
  { secret, previousSecret, previousUntil }: Row,
  { id, body }: { id: string; body: string },
): Record<string, string> {
  const now = new Date();
  const previous = previousSecret !== null && previousUntil! > now ? [previousSecret] : [];
  const signatures = [secret, ...previous].map((sealed) =>
    new Webhook(String(sealing.open(sealed))).sign(id, now, body),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
