import {
  newUnitProperty,
  type Relation,
  unit,
  type Unit,
  unitInput,
  unitSummary,
  type UnitSummary,
} from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../resources/hrefs.js';
import { type Reference, references, toReferences } from '../resources/reference.js';

/** A property whose name is in the address. */
export const namedPropertyResource = newUnitProperty
  .partial({ name: true })
  .meta({ id: 'UnitPropertyValue', example: { value: 42 } });

export const unitResource = unit
  .extend({
    things: references,
    children: references,
    parents: references,
    subjects: references,
    owner: unit.shape.owner.describe('The creating subject, or the developer.'),
    truncated: unit.shape.truncated
      .optional()
      .describe(
        'Lists of which only the first entries are shown here: 1000, and properties up to 1 MiB.',
      ),
  })
  .meta({ id: 'Unit' });

export const newUnit = unitInput.meta({
  id: 'NewUnit',
  example: { name: 'Kitchen', type: 'room', properties: [{ name: 'floor', value: 2 }] },
});

export const unitPatch = z
  .strictObject({
    name: unitInput.shape.name.optional(),
    type: unitInput.shape.type.optional(),
    properties: unitInput.shape.properties
      .unwrap()
      .nullish()
      .describe('All properties that the unit has from then on; none with null.'),
  })
  .meta({ id: 'UnitPatch', example: { name: 'Larder' } });

export function unitToJson(
  { id, things, children, parents, subjects, truncated, ...unit }: Unit,
  hrefs: Hrefs,
): z.output<typeof unitResource> {
  return {
    id,
    ...unit,
    things: toReferences(things, hrefs.thing),
    children: toReferences(children, hrefs.unit),
    parents: toReferences(parents, hrefs.unit),
    subjects: toReferences(subjects, hrefs.subject),
    ...(truncated.length > 0 && { truncated }),
  };
}

/** Returns the address of an entry in one of the lists of a unit. */
export function relatedReference(relation: Relation, id: string, hrefs: Hrefs): Reference {
  const href = {
    things: hrefs.thing,
    subjects: hrefs.subject,
    children: hrefs.unit,
    parents: hrefs.unit,
  }[relation];
  return { href: href(id) };
}

const { units, things, clients, values } = unitSummary.shape;
const { code, since, things: thingsOfClient } = clients.element.shape;

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
