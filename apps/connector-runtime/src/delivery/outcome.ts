import type { HttpAnswer } from '@trellis/connector-sdk';

type Response = Pick<HttpAnswer, 'status' | 'text' | 'headers'>;

/** The result of one attempt: the app's response, or why there is none. */
export type AttemptResult =
  | { response: Response; failure?: undefined }
  /** `sent` tells whether the message may have arrived. */
  | { failure: { detail: string; sent: boolean }; response?: undefined };

/** The outcome of an attempt. */
export interface Outcome {
  /** `pending` when another attempt follows. */
  status: 'pending' | 'delivered' | 'failed';
  responseStatus?: number;
  error?: string;
  /** Whether the app may have accepted the message without confirming it. */
  isUncertain?: boolean;
  /** The response that accepted the message. */
  response?: Response;
}

/** The members of a delivery that decide. */
interface Attempted {
  interactionId: string | null;
  idempotent: boolean;
  created: Date;
}

/** Age at which an action expires: nobody wants a door opened an hour later. */
const maxActionAgeMs = 2 * 60_000;

/** Statuses of an app that has not processed the message yet, but may do so later (RFC 9110). */
const retryableStatuses = new Set([408, 425, 429, 503]);

/**
 * Decides what follows an attempt. An event is sent until it is accepted, or until the app answers 410 (Standard
 * Webhooks). An action is sent again only if the app has certainly not begun it, or if it is idempotent, and not for
 * long.
 */
export function judgeAttempt(
  { interactionId, idempotent, created }: Attempted,
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
    ...(response && { responseStatus: response.status }),
    isUncertain: processed && !rejected,
  };
}
