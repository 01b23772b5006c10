import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Unit } from '../api/units.js';
import { FormDialog } from '../components/dialogs.js';
import { useTrellis } from '../session/session.js';

export function NewUnit({ label, parent }: { label: string; parent?: string }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  return (
    <FormDialog
      label={label}
      isPrimary
      submitLabel="Create"
      onSubmit={async (entered) => {
        const { data } = await trellis.post('/units', { body: unitIn(entered) });
        if (!parent) return;
        await trellis.post('/units/{id}/parents', { path: { id: data.id }, body: { id: parent } });
      }}
      onDone={async () => {
        await queries.invalidateQueries({ queryKey: parent ? ['unit', parent] : ['units'] });
        if (parent) await queries.invalidateQueries({ queryKey: ['children', parent] });
      }}
    >
      <UnitFields />
    </FormDialog>
  );
}

export function RenameUnit({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const path = { id: unit.id };
  return (
    <FormDialog
      label="Rename"
      title={`Rename “${unit.name}”`}
      submitLabel="Save"
      onSubmit={(entered) => trellis.patch('/units/{id}', { path, body: unitIn(entered) })}
      onDone={() => queries.invalidateQueries({ queryKey: ['unit', unit.id] })}
    >
      <UnitFields unit={unit} />
    </FormDialog>
  );
}

const unitIn = (entered: FormData) => ({
  name: String(entered.get('name')),
  type: String(entered.get('type')),
});

const UnitFields = ({ unit }: { unit?: Unit }) => (
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
