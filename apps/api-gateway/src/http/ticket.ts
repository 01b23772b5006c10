import { plainText, subjectId, uuid } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const ticket = z.object({
  developer: plainText,
  subject: subjectId.optional(),
  thing: uuid,
  /** Seconds since the epoch; `exp` of the access token. */
  expiresAt: z.number(),
});

/** Access to the streams of one thing, for the caller for whom the ticket was issued. */
type Ticket = z.infer<typeof ticket>;

/** How many tickets are kept, so that a thing that is described again needs no encryption. */
const maxKept = 10_000;

const binding = { purpose: 'stream-ticket' } as const;

const issuedBy = new WeakMap<Sealing, LRUCache<string, string>>();

/**
 * Issues a text that replaces an access token for the streams of a thing until that token expires:
 * `EventSource`, in browsers and elsewhere, cannot send headers.
 */
export function issueTicket(sealing: Sealing, granted: Ticket): string {
  const issued = issuedBy.get(sealing) ?? new LRUCache<string, string>({ max: maxKept });
  issuedBy.set(sealing, issued);
  const key = JSON.stringify(granted);
  const known = issued.get(key);
  if (known !== undefined) return known;
  const text = sealing.seal(binding, granted);
  issued.set(key, text);
  return text;
}

/** The ticket in a text; undefined when it is not a ticket or has expired. */
export function openTicket(sealing: Sealing, text: string): Ticket | undefined {
  try {
    const opened = ticket.parse(sealing.open(binding, text));
    return opened.expiresAt > Date.now() / 1000 ? opened : undefined;
  } catch {
    return undefined;
  }
}
