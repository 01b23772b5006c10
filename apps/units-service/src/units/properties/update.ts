import { deferred, Problem, quotaExceeded, type Handler } from '@trellis/contracts';
import { noSuchProperty } from './row.js';
import { updateProperties } from './write.sql.js';
import { expectedOf, writeProperties, type Call, type Needs } from './write.js';

/** Updates properties; those of which a version is expected only if they have it. */
export const updateProperty: Handler<'units.update_property', Needs> = async (needs, calls) => {
  const limit = needs.quotas.unit_bytes;
  const repeated = findRepeated(calls);
  const outcomes = await writeProperties(
    needs,
    calls.filter((call) => !repeated.has(call)),
    {
      statement: updateProperties,
      limits: [limit],
      unchanged: (input) => (expectedOf(input) ? changedMeanwhile() : noSuchProperty()),
      refuse: ({ bytes }) => quotaExceeded('unit_bytes', { limit, used: bytes }, '/value'),
    },
  );
  const written = outcomes[Symbol.iterator]();
  return calls.map((call) => (repeated.has(call) ? deferred : written.next().value!));
};

/**
 * The calls for properties that earlier calls of the set name, if a version is expected of any: one statement
 * gives a property one value, and the next call has to meet the version of that.
 */
function findRepeated(calls: readonly Call[]): ReadonlySet<Call> {
  const repeated = new Set<Call>();
  if (calls.every(({ input }) => expectedOf(input) === undefined)) return repeated;
  const named = new Set<string>();
  for (const call of calls) {
    const name = `${call.input.id.toLowerCase()} ${call.input.property.name}`;
    if (named.has(name)) repeated.add(call);
    named.add(name);
  }
  return repeated;
}

const changedMeanwhile = () =>
  new Problem('precondition_failed', 'The property has changed since it was read, or is gone.');
