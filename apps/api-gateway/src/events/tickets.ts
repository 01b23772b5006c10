import { z } from 'zod';
import { operation, type Operation } from '../context/operation.js';
import { grantedTo, issueTicket } from '../context/ticket.js';

/** How long a ticket opens a stream (s). */
const lifetimeSeconds = 60;

const eventsTicket = z
  .object({
    ticket: z.string(),
    href: z.url().describe('The stream, with the ticket.'),
    expires_in: z.number().int().describe('Seconds in which a stream can be opened.'),
  })
  .meta({ id: 'EventsTicket' });

export const eventTicketOperations: Operation[] = [
  operation.post('/api/v1/events/ticket', {
    tag: 'Things',
    id: 'createEventsTicket',
    summary: 'Create a ticket for the stream of events',
    description:
      'For clients that cannot send headers, such as `EventSource`: `GET /events?ticket=…` acts as this request ' +
      'does. A stream lives until the access token expires.',
    access: { scope: 'svc.things.read', subject: 'optional' },
    answer: { status: 200, body: eventsTicket },
    async handle({ sealing, hrefs, ...request }) {
      const now = Math.floor(Date.now() / 1000);
      const opensUntil = Math.min(now + lifetimeSeconds, request.bearer.expiresAt);
      const ticket = issueTicket(sealing, { ...grantedTo(request), opensUntil });
      return {
        headers: { 'Cache-Control': 'no-store' },
        body: {
          ticket,
          href: `${hrefs.events}?ticket=${encodeURIComponent(ticket)}`,
          expires_in: Math.max(0, Math.floor(opensUntil - now)),
        },
      };
    },
  }),
];
