import { unitSummary, type UnitSummary } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';

const { units, things, clients, values } = unitSummary.shape;
const { code, since, things: thingsOfClient } = clients.element.shape;

/** A summary of everything below a unit. */
export const unitSummaryResource = z
  .object({
    units: units.describe('Units below the unit, by type.'),
    things: things
      .optional()
      .describe(
        'Things in the unit or below it, each once; those that are unavailable, those of which nothing is known, ' +
          'and by capability.',
      ),
    clients: z
      .array(z.object({ href: z.url(), code, since, things: thingsOfClient }))
      .optional()
      .describe(
        'Connector clients of these things that need attention, as far as these tell: their polls fail, could not ' +
          'observe some of the things, or hold a sweep. Those that are paused need none. What concerns the client ' +
          'alone, such as a removal that failed, is with `GET /connectors/clients?attention=true`.',
      ),
    values: values
      .optional()
      .describe(
        'Current numbers of the properties in `of`, of things that are available, for each unit of measurement.',
      ),
  })
  .meta({ id: 'UnitSummary' });

interface Reader {
  hrefs: Hrefs;
  mayReadThings: boolean;
}

export function unitSummaryToJson(
  { units, things, clients, values }: UnitSummary,
  { hrefs, mayReadThings }: Reader,
): z.output<typeof unitSummaryResource> {
  if (!mayReadThings) return { units };
  const shownClients = clients.map(({ id, ...client }) => ({ href: hrefs.client(id), ...client }));
  return { units, things, clients: shownClients, values };
}
