import type { HttpAnswer } from '@trellis/connector-sdk';

type Response = Pick<HttpAnswer, 'status' | 'text' | 'headers'>;

/** The result of one attempt: the app's response, or why there is none. */
export type AttemptResult =
  | { response: Response; failure?: undefined }
  /** `sent` says whether the message may have arrived. */
  | { failure: { detail: string; sent: boolean }; response?: undefined };

/** What becomes of a delivery after an attempt. */
export interface Outcome {
  /** `pending` when it is to be attempted again. */
  status: 'pending' | 'delivered' | 'failed';
  responseStatus?: number;
  error?: string;
  /** Whether the app may have accepted the message although it did not say so. */
  isUncertain?: boolean;
  /** The response by which the app accepted the message. */
  response?: Response;
}

/** The part of a delivery that decides. */
interface Attempted {
  interactionId: string | null;
  idempotent: boolean;
  created: Date;
}

/** The age at which an action is given up: nobody wants a door opened an hour later. */
const maxActionAgeMs = 2 * 60_000;

/** With these an app says that it has not processed the message, and may later (RFC 9110). */
const retryableStatuses = new Set([408, 425, 429, 503]);

/**
 * Judges an attempt. An event is sent until it is accepted, whatever the response; 410 says that it
 * never will be (Standard Webhooks). An action is sent again only when it is certain that the app has
 * not begun to perform it, or when it is idempotent, and not for long.
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
