import type { Sealing } from '@trellis/sealing';
import type { Runtime } from '../runtime.js';

/** How long the previous secret also signs after a rotation. */
const rotationOverlapMs = 24 * 60 * 60_000;

/** The table of a receiver, and the id to which its secrets are bound. */
interface Receiver {
  table: 'callbacks' | 'subscriptions' | 'alert_rules';
  developer: string;
  id: string;
  /** The current secret, encrypted. */
  secret: string;
}

interface RotatingReceiver extends Receiver {
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** Returns the secrets that sign messages to a receiver: during a rotation also the previous one. */
export function signingSecrets(sealing: Sealing, receiver: RotatingReceiver): string[] {
  const { table, developer, id, secret, previousSecret, previousUntil } = receiver;
  const secrets = [sealing.open({ purpose: `${table}.secret`, developer, id }, secret)];
  if (previousSecret !== null && previousUntil! > new Date()) {
    const purpose = `${table}.previous_secret` as const;
    secrets.push(sealing.open({ purpose, developer, id }, previousSecret));
  }
  return secrets.map(String);
}

/** Returns the columns of a receiver whose secret is replaced. */
export function rotateSecret(
  { sealing, clock }: Pick<Runtime, 'sealing' | 'clock'>,
  { table, developer, id, secret: before }: Receiver,
  secret: string,
) {
  const opened = sealing.open({ purpose: `${table}.secret`, developer, id }, before);
  const purpose = `${table}.previous_secret` as const;
  return {
    secret,
    previousSecret: sealing.seal({ purpose, developer, id }, opened),
    previousUntil: new Date(clock.now() + rotationOverlapMs),
  };
}
