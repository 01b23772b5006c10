import { anyJson, availability, thing, type Thing } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';
import { reference } from '../resources/reference.js';

/** A thing with its current values, without forms. */
export const thingValues = z
  .object({
    id: thing.shape.id,
    href: z.url(),
    title: thing.shape.title,
    '@type': z.array(z.string()),
    subject: reference
      .optional()
      .describe('In whose list the thing is; left out where it is in that of nobody.'),
    values: z
      .record(z.string(), anyJson)
      .describe(
        'Current values by the names of properties; those that are not known are left out.',
      ),
    available: thing.shape.available.unwrap(),
    availability: availability.describe(
      'Whether the values are current, and if that is not known, why.',
    ),
  })
  .meta({ id: 'ThingValues' });

export const thingToValues = (
  { id, title, types, subject, values, available, availability: known }: Thing,
  hrefs: Hrefs,
): z.output<typeof thingValues> => ({
  id,
  href: hrefs.thing(id),
  title,
  '@type': types,
  ...(subject !== undefined && { subject: { href: hrefs.subject(subject) } }),
  values,
  available,
  availability: known ?? { state: available ? 'available' : 'unavailable' },
});
