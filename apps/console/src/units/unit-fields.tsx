import { TextInput } from '@mantine/core';
import type { Unit } from '../api/units.js';

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
      description="The kind of unit, such as building, floor or room."
      defaultValue={unit?.type}
      required
      maxLength={256}
    />
  </>
);

export function unitFieldsOf(form: HTMLFormElement): { name: string; type: string } {
  const entered = new FormData(form);
  return { name: String(entered.get('name')), type: String(entered.get('type')) };
}
