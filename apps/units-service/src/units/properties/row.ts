import { isPlainText, Problem, type CallInSet, type UnitProperty } from '@trellis/contracts';
import { noSuchUnit } from '../../visibility/units.js';

export const noSuchProperty = () => new Problem('not_found', 'The unit has no such property.');

/** The names in a set of calls; a text that cannot be a name becomes null, which names nothing. */
export const nameColumn = (calls: readonly CallInSet<{ name: string }>[]): (string | null)[] =>
  calls.map(({ input: { name } }) => (isPlainText(name) ? name : null));

/** The property of a row that a statement returned: no row without the unit, no value without the property. */
export function propertyOf(
  row: { value: string | null } | undefined,
  name: string,
): UnitProperty | Problem {
  if (!row) return noSuchUnit();
  return row.value === null ? noSuchProperty() : { name, value: JSON.parse(row.value) };
}
