import {
  ConnectorFailure,
  createHttp,
  Misconfigured,
  Unavailable,
  type HttpAnswer,
} from '@trellis/connector-sdk';
import { followRequests } from '../session.js';
import type { Delivery, Webhook } from '../generated/prisma/client.js';
import { Overloaded } from '../limits/bulkhead.js';
import { unlimited } from '../limits/rates.js';
import type { Runtime } from '../runtime.js';
import { sign } from './sign.js';

/** How long an app may take to respond. */
export const responseTimeoutMs = 15_000;

/** The largest response body that is read. */
const maxResponseBytes = 64 * 1024;

export type PostNeeds = Pick<Runtime, 'sealing' | 'resolverOf' | 'tracing'>;

/** Signs a message and posts it to its webhook. Returns any response. */
export async function post(
  needs: PostNeeds,
  { id, payload, webhook }: Delivery & { webhook: Webhook },
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { developer, url } = webhook;
  const binding = { purpose: 'deliveries.payload', developer, id } as const;
  const body = JSON.stringify(needs.sealing.open(binding, payload));
  const headers = sign(needs.sealing, webhook, { id, body });
  return postSigned(needs, { developer, url, headers, body }, signal);
}

interface SignedMessage {
  developer: string;
  url: string;
  /** See `sign`. */
  headers: Record<string, string>;
  body: string;
}

/** Posts a signed message. Returns any response. */
export async function postSigned(
  { resolverOf, tracing }: Omit<PostNeeds, 'sealing'>,
  { developer, url, headers, body }: SignedMessage,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const resolve = resolverOf(developer);
  const follow = followRequests(tracing);
  const http = createHttp({ resolve, signal, acquire: unlimited, follow });
  return http({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    accept: 'any',
    maxBytes: maxResponseBytes,
    timeoutMs: responseTimeoutMs,
  });
}

/** Converts an error to the reason for a missing response; `sent` tells whether the message may have arrived. */
export function toPostFailure(error: unknown): { detail: string; sent: boolean } {
  if (error instanceof Overloaded || error instanceof Misconfigured) {
    return { detail: error.message, sent: false };
  }
  if (error instanceof Unavailable) return { detail: error.message, sent: error.sent };
  if (error instanceof ConnectorFailure) return { detail: error.message, sent: true };
  throw error;
}
