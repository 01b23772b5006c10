import { unit, unitInput, unitProperty, type Relation, type Unit } from '@trellis/contracts';
import { z } from 'zod';
import type { Hrefs } from '../context/hrefs.js';
import { references, toReferences, type Reference } from '../resources/reference.js';

/** A property whose name is in the address. */
export const namedPropertyResource = unitProperty
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
        'Lists of which only the first entries are shown here: 1000, and properties up to 4 MiB.',
      ),
  })
  .meta({ id: 'Unit' });

export const newUnit = unitInput.meta({
  id: 'NewUnit',
  example: { name: 'Kitchen', type: 'room', properties: [{ name: 'floor', value: 2 }] },
});

/** A patch of a unit. */
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
