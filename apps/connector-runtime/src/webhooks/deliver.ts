import {
  ConnectorFailure,
  Misconfigured,
  Unavailable,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import type { Attempt } from '@trellis/messaging';
import type { Callback, Delivery } from '../generated/prisma/client.js';
import { Crowded } from '../remote/lanes.js';
import { uncountedHttp } from '../remote/context.js';
import type { Runtime } from '../runtime.js';
import { withinTime } from '../within-time.js';
import type { DeliveryData } from './job.js';
import { outcomeOf, type Outcome } from './outcome.js';
import { settleAction } from './settle-action.js';
import { sign } from './sign.js';

/** Longest time that an app may take to answer (ms). */
const answerTimeout = 15_000;

/** The largest answer that is read (bytes). */
const largestAnswer = 64 * 1024;

/** One attempt to deliver a message; it throws when there is to be another. */
export async function deliver(
  runtime: Runtime,
  { delivery: id }: DeliveryData,
  { last }: Attempt,
): Promise<void> {
  const delivery = await runtime.database.delivery.findUnique({
    where: { id },
    include: { callback: true },
  });
  if (delivery?.status !== 'pending') return;
  const outcome = wasInterrupted(delivery) ? interrupted : await attempt(runtime, delivery, last);
  await note(runtime, delivery, outcome);
  await settleAction(runtime, delivery, outcome);
  if (outcome.status === 'pending') throw new Error(outcome.error);
}

/** A worker has died over an action after it may have been sent: it must not be done twice. */
const wasInterrupted = ({
  interactionId,
  idempotent,
  attempted,
  error,
  responseStatus,
}: Delivery) =>
  interactionId !== null && !idempotent && attempted && error === null && responseStatus === null;

const interrupted: Outcome = {
  status: 'failed',
  error: 'The service was interrupted while it was being sent.',
  uncertain: true,
};

async function attempt(
  runtime: Runtime,
  delivery: Delivery & { callback: Callback },
  last: boolean,
): Promise<Outcome> {
  const group = String(delivery.callbackKey);
  await runtime.database.delivery.updateMany({
    where: { id: delivery.id },
    data: { attempted: new Date(), error: null, responseStatus: null },
  });
  try {
    const answer = await runtime.callbackLanes.run(
      { group, standing: delivery.attempts > 0 ? 'bad' : 'good' },
      (crowded) =>
        withinTime({ timeout: answerTimeout, signals: [runtime.stopping, crowded] }, (signal) =>
          post(runtime, delivery, signal),
        ),
    );
    return outcomeOf(delivery, { answer }, last);
  } catch (error) {
    return outcomeOf(delivery, { failure: failureOf(error) }, last);
  }
}

async function post(
  runtime: Runtime,
  { id, payload, callback }: Delivery & { callback: Callback },
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const body = JSON.stringify(runtime.sealing.open(payload));
  return uncountedHttp(
    runtime,
    signal,
  )({
    url: callback.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...sign(runtime, callback, { id, body }),
    },
    body,
    accept: 'any',
    limit: largestAnswer,
    timeout: answerTimeout,
  });
}

/** What kept a message from being answered; `sent` says whether it may have arrived. */
function failureOf(error: unknown): { detail: string; sent: boolean } {
  if (error instanceof Crowded) return { detail: error.message, sent: false };
  if (error instanceof Misconfigured) return { detail: error.message, sent: false };
  if (error instanceof Unavailable) return { detail: error.message, sent: error.sent };
  if (error instanceof ConnectorFailure) return { detail: error.message, sent: true };
  throw error;
}

async function note(
  { database }: Runtime,
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
