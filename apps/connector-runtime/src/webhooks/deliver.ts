import {
  ConnectorFailure,
  createHttp,
  Misconfigured,
  Unavailable,
  type HttpAnswer,
  type ResolveHost,
} from '@trellis/connector-sdk';
import type { Attempt } from '@trellis/messaging';
import type { Sealing } from '@trellis/sealing';
import type { Delivery, Webhook } from '../generated/prisma/client.js';
import type { SettleNeeds } from '../interactions/settle.js';
import { Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import { unlimited } from '../limits/rates.js';
import type { DeliveryData } from '../outbox/delivery-job.js';
import { judgeAttempt, type Outcome } from './outcome.js';
import { settleAction } from './settle-action.js';
import { sign } from './sign.js';

/** How long an app may take to respond. */
export const responseTimeoutMs = 15_000;

/** The largest response body that is read. */
const maxResponseBytes = 64 * 1024;

interface Needs extends SettleNeeds {
  sealing: Sealing;
  resolve: ResolveHost;
  bulkhead: Bulkhead;
}

type Addressed = Delivery & { webhook: Webhook };

/** One attempt to deliver a message; throws when there is to be another. */
export async function deliver(
  needs: Needs,
  { delivery: id }: DeliveryData,
  { isLast }: Attempt,
): Promise<void> {
  const delivery = await needs.database.delivery.findUnique({
    where: { id },
    include: { webhook: true },
  });
  if (delivery?.status !== 'pending') return;
  const outcome = wasInterrupted(delivery) ? interrupted : await attempt(needs, delivery, isLast);
  await recordOutcome(needs, delivery, outcome);
  await settleAction(needs, delivery, outcome);
  if (outcome.status === 'pending') throw new Error(outcome.error);
}

/** A worker died after it may have sent an action, which must not be performed twice. */
const wasInterrupted = (delivery: Delivery) =>
  delivery.interactionId !== null &&
  !delivery.idempotent &&
  delivery.attempted !== null &&
  delivery.error === null &&
  delivery.responseStatus === null;

const interrupted: Outcome = {
  status: 'failed',
  error: 'The service was interrupted while sending it.',
  isUncertain: true,
};

async function attempt(
  { database, ...needs }: Needs,
  delivery: Addressed,
  isLast: boolean,
): Promise<Outcome> {
  await database.delivery.updateMany({
    where: { id: delivery.id },
    data: { attempted: new Date(), error: null, responseStatus: null },
  });
  const origin = {
    group: String(delivery.webhookKey),
    health: delivery.attempts > 0 ? 'failing' : 'healthy',
  } as const;
  try {
    const response = await needs.bulkhead.run(origin, (signal) => post(needs, delivery, signal));
    return judgeAttempt(delivery, { response }, { isLast });
  } catch (error) {
    return judgeAttempt(delivery, { failure: toFailure(error) }, { isLast });
  }
}

function post(
  { sealing, resolve }: Pick<Needs, 'sealing' | 'resolve'>,
  { id, payload, webhook }: Addressed,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const body = JSON.stringify(sealing.open(payload));
  const http = createHttp({ resolve, signal, acquire: unlimited });
  return http({
    url: webhook.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sign(sealing, webhook, { id, body }) },
    body,
    accept: 'any',
    maxBytes: maxResponseBytes,
    timeoutMs: responseTimeoutMs,
  });
}

/** Why there was no response; `sent` says whether the message may have arrived. */
function toFailure(error: unknown): { detail: string; sent: boolean } {
  if (error instanceof Overloaded || error instanceof Misconfigured) {
    return { detail: error.message, sent: false };
  }
  if (error instanceof Unavailable) return { detail: error.message, sent: error.sent };
  if (error instanceof ConnectorFailure) return { detail: error.message, sent: true };
  throw error;
}

async function recordOutcome(
  { database }: Needs,
  { id, attempts }: Delivery,
  { status, error, responseStatus }: Outcome,
): Promise<void> {
  await database.delivery.updateMany({
    where: { id },
    data: {
      status,
      attempts: attempts + 1,
      responseStatus: responseStatus ?? null,
      error: error ?? null,
      attempted: new Date(),
    },
  });
}
