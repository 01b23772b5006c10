import type { Handler } from '@trellis/contracts';
import { noSuchProperty } from './row.js';
import { updateProperties } from './write.sql.js';
import { writeProperties, type Needs } from './write.js';

export const updateProperty: Handler<'units.update_property', Needs> = (needs, calls) =>
  writeProperties(needs, calls, { write: updateProperties, unchanged: noSuchProperty });
