import { TextInput } from '@mantine/core';
import type { Unit } from '../api/units.js';

/** The name and the type of a unit, to be entered. */
export const UnitFields = ({ unit }: { unit?: Unit }) => (
  <>
    <TextInput
      name="name"
      label="Name"
      defaultValue={unit?.name}
      required
      maxLength={256}
      data-autofocus
    />
    <TextInput
      name="type"
      label="Type"
      description="What kind of unit it is, such as building, floor or room."
      defaultValue={unit?.type}
      required
      maxLength={256}
    />
  </>
);

/** What was entered. */
export function unitFieldsOf(form: HTMLFormElement): { name: string; type: string } {
  const entered = new FormData(form);
  return { name: String(entered.get('name')), type: String(entered.get('type')) };
}
