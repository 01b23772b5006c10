import { deferred, quotaExceeded, type Handler } from '@trellis/contracts';
import { changedMeanwhile, findRepeated } from './repeated.js';
import { noSuchProperty } from './row.js';
import { updateProperties } from './write.sql.js';
import { writeProperties, type Needs } from './write.js';

/** Updates properties; an expected version must match. */
export const updateProperty: Handler<'units.update_property', Needs> = async (needs, calls) => {
  const limit = needs.quotas.unit_bytes;
  const repeated = findRepeated(calls, ({ property }) => property.name);
  const outcomes = await writeProperties(
    needs,
    calls.filter((call) => !repeated.has(call)),
    {
      statement: updateProperties,
      limits: [limit],
      unchanged: (input) =>
        'expected' in input && input.expected ? changedMeanwhile() : noSuchProperty(),
      refuse: ({ bytes }) => quotaExceeded('unit_bytes', { limit, used: bytes }, '/value'),
    },
  );
  const written = outcomes[Symbol.iterator]();
  return calls.map((call) => (repeated.has(call) ? deferred : written.next().value!));
};
