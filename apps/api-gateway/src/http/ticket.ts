import { plainText, subjectId, uuid } from '@trellis/contracts';
import type { Sealing } from '@trellis/sealing';
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

/**
 * Issues a text that replaces an access token for the streams of a thing until that token expires:
 * `EventSource`, in browsers and elsewhere, cannot send headers.
 */
export function issueTicket(sealing: Sealing, granted: Ticket): string {
  return sealing.seal({ ticket: granted });
}

/** The ticket in a text; undefined when it is not a ticket or has expired. */
export function openTicket(sealing: Sealing, text: string): Ticket | undefined {
  try {
    const opened = z.object({ ticket }).parse(sealing.open(text)).ticket;
    return opened.expiresAt > Date.now() / 1000 ? opened : undefined;
  } catch {
    return undefined;
  }
}
