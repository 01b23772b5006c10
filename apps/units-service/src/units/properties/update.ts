import { quotaExceeded, type Handler } from '@trellis/contracts';
import { noSuchProperty } from './row.js';
import { updateProperties } from './write.sql.js';
import { writeProperties, type Needs } from './write.js';

export const updateProperty: Handler<'units.update_property', Needs> = (needs, calls) => {
  const limit = needs.quotas.unit_bytes;
  return writeProperties(needs, calls, {
    statement: updateProperties,
    limits: [limit],
    unchanged: noSuchProperty,
    refuse: ({ bytes }) => quotaExceeded('unit_bytes', { limit, used: bytes }, '/value'),
  });
};
