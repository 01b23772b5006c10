import type { EventData } from './events.js';

interface OfThing {
  thing_id: string;
  client_id: string;
  subject: string | null;
}

/** The data of messages, by type. */
export interface WebhookData {
  action_requested: {
    interaction_id: string;
    thing_id: string;
    subject: string | null;
    action: string;
    input?: unknown;
  };
  thing_created: OfThing;
  thing_deleted: OfThing;
  thing_event: OfThing & { event: string; data?: unknown; occurred_at: string };
  client_status_changed: {
    client_id: string;
    subject: string | null;
    status: EventData['client_status_changed']['status'];
    /** Status and error are those from before. */
    paused?: { since: string; reason?: string };
    error?: {
      code: string;
      detail?: string;
      /** Why exactly it fails; see `explainCause` of `@trellis/client/causes`. */
      cause?: string;
      /** The address that failed. */
      address?: string;
      /** The status of the HTTP response. */
      status?: number;
      path?: string;
      until?: string;
      retry_at?: string;
    };
  };
  client_deleted: { client_id: string; subject: string | null };
  batch_ended: {
    interaction_id: string;
    status: 'completed' | 'cancelled';
    progress: Record<'pending' | 'running' | 'completed' | 'failed' | 'cancelled', number>;
  };
  /** Requested by somebody who wants to know whether messages arrive. */
  test: Record<string, never>;
}

type MessageOf<Data> = {
  [Type in keyof Data]: { id: string; type: Type; timestamp: string; data: Data[Type] };
}[keyof Data];

/** A message to the callback of an app. Store its id: the same message may be delivered more than once. */
export type WebhookMessage = MessageOf<WebhookData>;

interface OfSubscription {
  subscription_id: string;
  /** A `lastEventId` to continue after it. */
  cursor: string;
}
type OfSubscribedThing = OfSubscription & { thing_id: string };

/** The data of messages of subscriptions, by type. */
export interface SubscriptionData {
  thing_created: OfSubscribedThing;
  thing_updated: OfSubscribedThing & { available: boolean };
  thing_deleted: OfSubscribedThing;
  property_changed: OfSubscribedThing & {
    property: string;
    value: unknown;
    /** Whether the condition begins or ends with this value. */
    turn?: 'begins' | 'ends';
  };
  target_changed: OfSubscribedThing & {
    property: string;
    target: EventData['target_changed']['target'];
  };
  thing_event: OfSubscribedThing & { event: string; data?: unknown; occurred_at: string };
  client_status_changed: OfSubscription & {
    client_id: string;
    status: EventData['client_status_changed']['status'];
    error?: { code: string };
    paused?: { since: string; reason?: string };
  };
  client_deleted: OfSubscription & { client_id: string };
  /** Events were missed: read the current state. */
  reset: OfSubscription;
  test: Pick<OfSubscription, 'subscription_id'>;
}

/** A message to the address of a subscription: `verifyWebhook<SubscriptionMessage>(…)`. */
export type SubscriptionMessage = MessageOf<SubscriptionData>;

/** A message that Trellis did not sign, or not recently. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookRequest {
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body as received, before parsing. */
  body: string | Uint8Array;
  /** The secret of the callback, or several while it is being rotated. */
  secret: string | readonly string[];
  /** Maximum difference between the time of the message and of this machine. 300 by default. */
  toleranceSeconds?: number;
}

/** Verifies that Trellis sent a message recently (https://www.standardwebhooks.com), and returns it. */
export async function verifyWebhook<
  Message extends WebhookMessage | SubscriptionMessage = WebhookMessage,
>({ headers, body, secret, toleranceSeconds = 300 }: WebhookRequest): Promise<Message> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw invalid('headers are missing');
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(ageSeconds) > toleranceSeconds) {
    throw invalid('the timestamp is too old or in the future');
  }
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) throw alreadyParsed();
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, [secret].flat()))) throw invalid('no signature matches');
  const message = JSON.parse(new TextDecoder().decode(bytes)) as Message;
  return { ...message, id };
}

/** Maximum number of signatures to check: the header of an unverified sender may have any number. */
const maxSignatures = 20;

async function isSigned(
  data: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  const signatures = header
    .split(' ', maxSignatures)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice('v1,'.length)));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const secret of secrets) {
    const bytes = fromBase64(secret.replace(/^whsec_/, ''));
    if (!bytes?.length)
      throw new TypeError('A webhook secret has to be whsec_ followed by base64.');
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of signatures) {
      // `verify` compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, data))) return true;
    }
  }
  return false;
}

const alreadyParsed = () =>
  new TypeError(
    'The body was parsed already, so its signature cannot be verified. Pass it as it was received: a text or bytes, ' +
      "such as from express.raw({ type: 'application/json' }).",
  );

const invalid = (reason: string) =>
  new WebhookVerificationError(`The webhook message was rejected: ${reason}.`);

function readHeader(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(found) ? found[0] : found;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}
