import type { Sealing } from '@trellis/sealing';
import { z } from 'zod';

/** How long a ticket can be used. */
const ticketLifetimeMs = 60 * 60_000;

const binding = { purpose: 'authorization-ticket' } as const;

const ticket = z.object({
  client: z.string(),
  expires: z.number(),
  /** Final address of the browser, if not that of the instance. */
  returnTo: z.string().optional(),
});

/** Creates a text that lets its bearer begin the authorization of a client for a while. */
export function createTicket(sealing: Sealing, client: string, returnTo?: string): string {
  return sealing.seal(binding, { client, expires: Date.now() + ticketLifetimeMs, returnTo });
}

/** Opens a ticket; `undefined` when it is forged or expired. */
export function openTicket(
  sealing: Sealing,
  text: string,
): { client: string; returnTo?: string | undefined } | undefined {
  try {
    const opened = ticket.parse(sealing.open(binding, text));
    return opened.expires > Date.now() ? opened : undefined;
  } catch {
    return undefined;
  }
}
