import type { Sealing } from '@trellis/sealing';
import { Webhook } from 'standardwebhooks';
import type { Webhook as Row } from '../generated/prisma/client.js';

/**
 * Returns the headers by which an app verifies a message and recognizes a repeated one (Standard Webhooks,
 * https://www.standardwebhooks.com). During a rotation both secrets sign.
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

/** Signs a message with secrets that are already decrypted. */
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
