import type { Sealing } from '@trellis/sealing';
import { Webhook } from 'standardwebhooks';
import type { Webhook as Row } from '../generated/prisma/client.js';

/**
 * The headers by which an app verifies a message and recognizes one that was sent before: Standard
 * Webhooks, https://www.standardwebhooks.com. During a rotation both secrets sign.
 */
export function sign(
  sealing: Sealing,
  { developer, app, secret, previousSecret, previousUntil }: Row,
  { id, body }: { id: string; body: string },
): Record<string, string> {
  const now = new Date();
  const of = { developer, id: app };
  const secrets = [sealing.open({ purpose: 'callbacks.secret', ...of }, secret)];
  if (previousSecret !== null && previousUntil! > now) {
    secrets.push(sealing.open({ purpose: 'callbacks.previous_secret', ...of }, previousSecret));
  }
  return signWith(secrets.map(String), { id, body, now });
}

/** The same for secrets that are at hand. */
export function signWith(
  secrets: string[],
  { id, body, now = new Date() }: { id: string; body: string; now?: Date },
): Record<string, string> {
  const signatures = secrets.map((one) => new Webhook(one).sign(id, now, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
