import {
  deliveryAttempt,
  maxShownAnswerBytes,
  maxShownAttempts,
  type DeliveryAttempt,
} from '@trellis/contracts';
import { createRedaction, type HttpAnswer } from '@trellis/connector-sdk';
import { z } from 'zod';

/** The longest `Content-Type` that is shown (characters). */
const maxTypeLength = 200;

type Answer = NonNullable<DeliveryAttempt['answer']>;

/**
 * Returns the beginning of an app's answer as text that PostgreSQL can store. The app may send anything, and may repeat
 * the request: what must stay secret is replaced.
 */
export function toShownAnswer(
  { text, headers, isCut = false }: Pick<HttpAnswer, 'text' | 'headers' | 'isCut'>,
  secrets: readonly string[],
): Answer | undefined {
  if (text === '') return undefined;
  const redaction = createRedaction(secrets);
  const beginning = text.slice(0, 2 * maxShownAnswerBytes);
  const storable = redaction.cutText(beginning).toWellFormed().replaceAll('\u0000', '\uFFFD');
  const shown = firstBytes(storable, maxShownAnswerBytes);
  const type = headers['content-type'];
  return {
    text: shown,
    ...(typeof type === 'string' && {
      type: redaction.text(type).slice(0, maxTypeLength).toWellFormed(),
    }),
    cut: isCut || beginning.length < text.length || shown.length < storable.length,
  };
}

/** Returns as many characters of the beginning of a text as fit in a number of bytes of UTF-8. */
function firstBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // A stream leaves out a character of which the end is missing.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return decoder.decode(bytes.subarray(0, maxBytes), { stream: true });
}

const attempts = z.array(deliveryAttempt);

/** Returns stored attempts, the last one at the end. */
export const readAttempts = (stored: unknown): DeliveryAttempt[] => attempts.parse(stored ?? []);

/** Adds an attempt to stored ones, the oldest of which are dropped. */
export const withAttempt = (stored: unknown, attempt: DeliveryAttempt): DeliveryAttempt[] =>
  [...readAttempts(stored), attempt].slice(-maxShownAttempts);
