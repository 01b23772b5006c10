import { Problem, type Handler } from '@trellis/contracts';
import { addProperties } from './write.sql.js';
import { writeProperties, type Needs } from './write.js';

/** Adds properties to units that have none of their names. */
export const addProperty: Handler<'units.add_property', Needs> = (needs, calls) =>
  writeProperties(needs, calls, {
    write: addProperties,
    unchanged: ({ id, property: { name } }) =>
      new Problem('already_exists', 'The unit has a property of this name; PUT changes it.', {
        existing: { kind: 'property', id, name },
      }),
  });
