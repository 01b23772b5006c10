import { Problem, type UnitProperty } from '@trellis/contracts';

/** A property with its value as it was sent. */
export const toProperty = ({ name, value }: { name: string; value: string }): UnitProperty => ({
  name,
  value: JSON.parse(value),
});

export const noSuchProperty = () => new Problem('not_found', 'The unit has no such property.');
