import { isPlainText, Problem, type BatchedCall, type UnitProperty } from '@trellis/contracts';
import { noSuchUnit } from '../../visibility/units.js';

export const noSuchProperty = () => new Problem('not_found', 'The unit has no such property.');

/** Returns the names in a batch of calls; a text that cannot be a name becomes null, which matches nothing. */
export const nameColumn = (calls: readonly BatchedCall<{ name: string }>[]): (string | null)[] =>
  calls.map(({ input: { name } }) => (isPlainText(name) ? name : null));

/** Returns the property of a row. There is no row without the unit, and no value without the property. */
export function propertyOf(
  row: { value: string | null } | undefined,
  name: string,
): UnitProperty | Problem {
  if (!row) return noSuchUnit();
  return row.value === null ? noSuchProperty() : { name, value: JSON.parse(row.value) };
}
