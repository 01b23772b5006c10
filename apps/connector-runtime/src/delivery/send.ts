import {
  ConnectorFailure,
  createHttp,
  Misconfigured,
  Unavailable,
  type HttpAnswer,
  secretsInInput,
} from '@trellis/connector-sdk';
import { messageTimeoutMs, type DeliveryAttempt } from '@trellis/contracts';
import { Webhook } from 'standardwebhooks';
import { createBulkhead, Overloaded, type Bulkhead } from '../limits/bulkhead.js';
import { webhookBulkheadSize } from '../limits/bulkhead-sizes.js';
import { unlimited } from '../limits/rates.js';
import type { Runtime } from '../runtime.js';
import { followRequests } from '../session.js';
import { toShownAnswer } from './attempt.js';

/** The longest answer that is read. */
const maxResponseBytes = 64 * 1024;

/** Longer than an app may take (ms), so that the error names its address. */
const slotTimeoutMs = messageTimeoutMs + 500;

/** Age at which an action expires: nobody wants a door opened an hour later. */
const maxActionAgeMs = 2 * 60_000;

/** Statuses of an app that has not processed the message yet, but may do so later (RFC 9110). */
const retryableStatuses = new Set([408, 425, 429, 503]);

export type SendNeeds = Pick<Runtime, 'resolverOf' | 'tracing' | 'bulkhead'>;

/** The members of a message that decide what follows an attempt. */
interface Terms {
  /** The interaction that waits for the message; null for an event. */
  interactionId: string | null;
  idempotent: boolean;
  created: Date;
}

/** A message to an app, with its receiver. */
interface OutgoingMessage extends Terms {
  id: string;
  body: string;
  developer: string;
  url: string;
  /** The secrets that sign it, two during a rotation. */
  secrets: string[];
  /** Messages of one group share slots. */
  group: string;
  isRetry: boolean;
}

type Response = Pick<HttpAnswer, 'status' | 'text' | 'headers' | 'isCut'>;

/** The result of one attempt: the app's response, or why there is none. */
export type AttemptResult =
  | { response: Response; failure?: undefined }
  /** `sent` tells whether the message may have arrived. */
  | { failure: { detail: string; sent: boolean }; response?: undefined };

export interface Outcome {
  /** `pending` when another attempt follows. */
  status: 'pending' | 'delivered' | 'failed';
  responseStatus?: number | undefined;
  error?: string;
  /** Whether the app may have accepted the message without confirming it. */
  isUncertain?: boolean;
  /** Whether nothing was sent, because no slot was free. */
  isOverloaded?: boolean;
  /** The response that accepted the message. */
  response?: Response;
}

/** The outcome of a message that was to be sent, with what is shown of the attempt. */
export interface SentOutcome extends Outcome {
  attempt: DeliveryAttempt;
}

/** Creates the slots in which messages of one kind are sent. */
export const createDeliveryBulkhead = (stopping: AbortSignal): Bulkhead =>
  createBulkhead({ ...webhookBulkheadSize, timeoutMs: slotTimeoutMs, stopping });

/**
 * Signs a message and posts it once; returns what follows. Deliveries, replays, subscriptions and alerts all send with this
 * function. They differ in what they send next, and `deliveryBackoff` says when they repeat it.
 */
export async function send(
  needs: SendNeeds,
  message: OutgoingMessage,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<SentOutcome> {
  const { developer, group, isRetry, id, body, secrets } = message;
  const origin = { developer, group, health: isRetry ? 'failing' : 'healthy' } as const;
  const signed = sign(secrets, { id, body });
  const at = new Date();
  let beganAt: number | undefined;
  const begin = (signal: AbortSignal) => {
    beganAt = performance.now();
    return post(needs, message, { signed, signal });
  };
  let response: Response | undefined;
  let error: unknown;
  try {
    response = await needs.bulkhead.run(origin, begin);
  } catch (reason) {
    error = reason;
  }
  const durationMs = beganAt === undefined ? undefined : Math.round(performance.now() - beganAt);
  const outcome = judgeAttempt(message, toResult(message, response, error), { isLast });
  const hidden = [...secretsIn(secrets, signed), ...inputIn(message)];
  const answer = response && toShownAnswer(response, hidden);
  return {
    ...outcome,
    isOverloaded: error instanceof Overloaded,
    attempt: toAttempt(outcome, { at, url: message.url, durationMs, answer }),
  };
}

/** Returns what decides an outcome. Half an output of an action is none; nothing reads the answer to an event. */
function toResult(
  { interactionId }: Terms,
  response: Response | undefined,
  error: unknown,
): AttemptResult {
  if (!response) return { failure: toPostFailure(error) };
  if (!response.isCut || interactionId === null) return { response };
  const detail = `The app answers with more than ${maxResponseBytes} bytes.`;
  return { failure: { detail, sent: true } };
}

interface Sending {
  at: Date;
  url: string;
  durationMs?: number | undefined;
  answer?: DeliveryAttempt['answer'];
}

/** Returns what is shown of an attempt. */
export const toAttempt = (
  { responseStatus, error }: Outcome,
  { at, url, durationMs, answer }: Sending,
): DeliveryAttempt => ({
  at: at.toISOString(),
  url,
  duration_ms: durationMs,
  response_status: responseStatus,
  error,
  answer,
});

/** Returns the input of the action that a message requests. */
function inputIn({ interactionId, body }: OutgoingMessage): string[] {
  if (interactionId === null) return [];
  const message = JSON.parse(body) as { data?: { input?: unknown } };
  return secretsInInput(message.data?.input);
}

/** Returns the texts of a request that an answer must not show. */
const secretsIn = (secrets: string[], { 'webhook-signature': signature = '' }: Headers): string[] =>
  [...secrets.map((secret) => secret.replace(/^whsec_/, '')), ...signature.split(' ')].map((text) =>
    text.replace(/^v1,/, ''),
  );

type Headers = Record<string, string>;

function post(
  { resolverOf, tracing }: SendNeeds,
  { body, developer, url }: OutgoingMessage,
  { signed, signal }: { signed: Headers; signal: AbortSignal },
): Promise<HttpAnswer> {
  const follow = followRequests(tracing);
  const http = createHttp({ resolve: resolverOf(developer), signal, acquire: unlimited, follow });
  return http({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed },
    body,
    accept: 'any',
    maxBytes: maxResponseBytes,
    cutsBody: true,
    timeoutMs: messageTimeoutMs,
  });
}

/**
 * Returns the headers by which an app verifies a message and recognizes a repeated one (Standard Webhooks,
 * https://www.standardwebhooks.com).
 */
function sign(secrets: string[], { id, body }: { id: string; body: string }): Headers {
  const now = new Date();
  // The address of a Slack-compatible webhook is its secret.
  if (secrets.length === 0) return {};
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, now, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

/** Converts an error to the reason for a missing response. */
function toPostFailure(error: unknown): { detail: string; sent: boolean } {
  if (error instanceof Overloaded || error instanceof Misconfigured) {
    return { detail: error.message, sent: false };
  }
  if (error instanceof Unavailable) return { detail: error.message, sent: error.sent };
  if (error instanceof ConnectorFailure) return { detail: error.message, sent: true };
  throw error;
}

/**
 * Decides what follows an attempt. An event is sent until it is accepted, or until the app answers 410 (Standard
 * Webhooks). An action is sent again only if the app has certainly not begun it, or if it is idempotent, and not for
 * long.
 */
export function judgeAttempt(
  { interactionId, idempotent, created }: Terms,
  { response, failure }: AttemptResult,
  { isLast, now = Date.now() }: { isLast: boolean; now?: number },
): Outcome {
  if (response && response.status >= 200 && response.status < 300) {
    return { status: 'delivered', responseStatus: response.status, response };
  }
  const isAction = interactionId !== null;
  const processed = response ? !retryableStatuses.has(response.status) : failure.sent;
  const rejected = response !== undefined && response.status >= 300 && response.status < 500;
  const isFinal = isAction
    ? (processed && (rejected || !idempotent)) || now - created.getTime() > maxActionAgeMs
    : response?.status === 410;
  return {
    status: isFinal || isLast ? 'failed' : 'pending',
    error: response ? `The app answers with status ${response.status}.` : failure.detail,
    responseStatus: response?.status,
    isUncertain: processed && !rejected,
  };
}
