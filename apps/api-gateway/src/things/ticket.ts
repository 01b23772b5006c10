import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';

const ticket = z.object({
  developer: z.string(),
  subject: z.string().optional(),
  thing: z.string(),
  /** Seconds since the epoch, as `exp` of the access token. */
  expires: z.number(),
});

/** What a ticket opens: the streams of one thing, for whom it was issued. */
export type Ticket = z.infer<typeof ticket>;

/**
 * A text that opens the streams of a thing in place of an access token, for as long as that is good:
 * `EventSource`, in browsers and elsewhere, can send no header.
 */
export function issueTicket(sealing: Sealing, given: Ticket): string {
  return sealing.seal({ ticket: ticket.parse(given) });
}

/** What a ticket opens; undefined when it is none, or none any more. */
export function openTicket(
  sealing: Sealing,
  given: string,
  now = Date.now() / 1000,
): Ticket | undefined {
  try {
    const opened = z.object({ ticket }).parse(sealing.open(given)).ticket;
    return opened.expires > now ? opened : undefined;
  } catch {
    return undefined;
  }
}
