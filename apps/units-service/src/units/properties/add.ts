import { Problem, quotaExceeded, type Handler } from '@trellis/contracts';
import { addProperties } from './write.sql.js';
import { writeProperties, type Needs } from './write.js';

/** Adds properties to units that have none of their names. */
export const addProperty: Handler<'units.add_property', Needs> = (needs, calls) => {
  const { unit_properties: maxProperties, unit_bytes: maxBytes } = needs.quotas;
  return writeProperties(needs, calls, {
    statement: addProperties,
    limits: [maxProperties, maxBytes],
    unchanged: ({ id, property: { name } }) =>
      new Problem('already_exists', 'The unit has a property of this name; PUT changes it.', {
        existing: { kind: 'property', id, name },
      }),
    refuse: ({ properties, bytes }) =>
      properties >= maxProperties
        ? quotaExceeded('unit_properties', { limit: maxProperties, used: properties })
        : quotaExceeded('unit_bytes', { limit: maxBytes, used: bytes }, '/value'),
  });
};
