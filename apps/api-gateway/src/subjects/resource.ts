import { subject, type Subject } from '@trellis/contracts';
import type { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';
import { references, toReferences } from '../resources/reference.js';

export const subjectResource = subject
  .extend({ units: references, things: references, clients: references })
  .meta({ id: 'Subject' });

export function subjectToJson(
  { id, units, things, clients }: Subject & { clients: string[] },
  hrefs: Hrefs,
): z.output<typeof subjectResource> {
  return {
    id,
    units: toReferences(units, hrefs.unit),
    things: toReferences(things, hrefs.thing),
    clients: toReferences(clients, hrefs.client),
  };
}
