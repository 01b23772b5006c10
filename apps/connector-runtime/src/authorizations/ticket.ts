import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';

/** How long a ticket can be used. */
const ticketLifetimeMs = 60 * 60_000;

const ticket = z.object({ authorize: z.string(), expires: z.number() });

/** A text that entitles its bearer to begin the authorization of a client for a while. */
export function createTicket(sealing: Sealing, client: string): string {
  return sealing.seal({ authorize: client, expires: Date.now() + ticketLifetimeMs });
}

/** The id of the client of a ticket; `undefined` when the ticket is forged or has expired. */
export function openTicket(sealing: Sealing, text: string): string | undefined {
  try {
    const { authorize, expires } = ticket.parse(sealing.open(text));
    return expires > Date.now() ? authorize : undefined;
  } catch {
    return undefined;
  }
}
