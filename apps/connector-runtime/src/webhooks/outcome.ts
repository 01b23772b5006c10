import type { HttpAnswer } from '@trellis/connector-sdk';

/** What an attempt at a delivery has come to. */
export interface Outcome {
  /** `pending` when it is to be tried again. */
  status: 'pending' | 'delivered' | 'failed';
  responseStatus?: number;
  error?: string;
  /** Whether the app may have taken the message though it did not say so. */
  uncertain?: boolean;
  /** What the app has answered. */
  answer?: Pick<HttpAnswer, 'text' | 'headers'>;
}

export interface Attempted {
  interactionId: string | null;
  idempotent: boolean;
  created: Date;
}

export type Happened =
  | { answer: Pick<HttpAnswer, 'status' | 'text' | 'headers'>; failure?: undefined }
  | { failure: { detail: string; sent: boolean }; answer?: undefined };

/** So long an action is tried (ms): nobody wants a door opened an hour later. */
const longestAction = 2 * 60_000;

/** By these the app says that it has not taken the message, and may later (RFC 9110). */
const notNow = new Set([408, 425, 429, 503]);

/**
 * Judges an attempt. An announcement is tried until it is taken, whatever the answer; 410 says that it
 * never will be (Standard Webhooks). An action is tried again only when it is certain that the app has
 * not begun with it, or when it is idempotent, and not for long.
 */
export function outcomeOf(
  { interactionId, idempotent, created }: Attempted,
  { answer, failure }: Happened,
  last: boolean,
  now = Date.now(),
): Outcome {
  if (answer && answer.status >= 200 && answer.status < 300) {
    return { status: 'delivered', responseStatus: answer.status, answer };
  }
  const isAction = interactionId !== null;
  const taken = answer ? !notNow.has(answer.status) : failure.sent;
  const refused = answer !== undefined && answer.status >= 300 && answer.status < 500;
  const final = isAction
    ? (taken && (refused || !idempotent)) || now - created.getTime() > longestAction
    : answer?.status === 410;
  return {
    status: final || last ? 'failed' : 'pending',
    error: answer ? `The app answers with status ${answer.status}.` : failure.detail,
    ...(answer && { responseStatus: answer.status }),
    uncertain: taken && !refused,
  };
}
