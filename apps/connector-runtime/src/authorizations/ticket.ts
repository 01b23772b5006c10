import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';

/** How long a ticket can be used. */
const ticketLifetimeMs = 60 * 60_000;

const binding = { purpose: 'authorization-ticket' } as const;

const ticket = z.object({ client: z.string(), expires: z.number() });

/** A text that entitles its bearer to begin the authorization of a client for a while. */
export function createTicket(sealing: Sealing, client: string): string {
  return sealing.seal(binding, { client, expires: Date.now() + ticketLifetimeMs });
}

/** The id of the client of a ticket; `undefined` when the ticket is forged or has expired. */
export function openTicket(sealing: Sealing, text: string): string | undefined {
  try {
    const { client, expires } = ticket.parse(sealing.open(binding, text));
    return expires > Date.now() ? client : undefined;
  } catch {
    return undefined;
  }
}
