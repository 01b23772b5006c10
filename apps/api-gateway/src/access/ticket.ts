import { LRUCache } from 'lru-cache';
import { plainText, subjectId, uuid } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';
import type { OperationRequest } from '../operation.js';

const ticket = z.object({
  developer: plainText,
  subject: subjectId.optional(),
  app: plainText,
  /** The thing; without one, the stream of everything that happens to things. */
  thing: uuid.optional(),
  /** Seconds since the epoch; `exp` of the access token. */
  expiresAt: z.number(),
  /** Until when it opens a stream, if not until then (seconds since the epoch). */
  opensUntil: z.number().optional(),
});

/** Access to streams, of one thing or of all, for the caller for whom the ticket was issued. */
type Ticket = z.infer<typeof ticket>;

/** The most cached tickets: describing a thing again then needs no encryption. */
const maxCached = 10_000;

const binding = { purpose: 'stream-ticket' } as const;

const issuedBy = new WeakMap<Sealing, LRUCache<string, string>>();

export const grantedTo = ({
  caller,
  bearer: { app, expiresAt },
}: Pick<OperationRequest, 'caller' | 'bearer'>): Omit<Ticket, 'thing'> => ({
  ...caller,
  app,
  expiresAt,
});

/**
 * Issues a text that replaces an access token for streams: `EventSource`, in browsers and elsewhere, cannot send
 * headers.
 */
export function issueTicket(sealing: Sealing, granted: Ticket): string {
  const issued = issuedBy.get(sealing) ?? new LRUCache<string, string>({ max: maxCached });
  issuedBy.set(sealing, issued);
  const key = JSON.stringify(granted);
  const known = issued.get(key);
  if (known !== undefined) return known;
  const text = sealing.seal(binding, granted);
  issued.set(key, text);
  return text;
}

/** Returns the ticket in a text; undefined when it is not a ticket or has expired. */
export function openTicket(sealing: Sealing, text: string): Ticket | undefined {
  try {
    const opened = ticket.parse(sealing.open(binding, text));
    const { expiresAt, opensUntil = expiresAt } = opened;
    return Math.min(expiresAt, opensUntil) > Date.now() / 1000 ? opened : undefined;
  } catch {
    return undefined;
  }
}
