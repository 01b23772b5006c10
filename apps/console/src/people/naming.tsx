import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { organizationsQuery } from '../api/people.js';
import { FormDialog } from '../components/dialogs.js';

/** Returns a function that reads the organizations again. */
export function useRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: organizationsQuery.queryKey });
}

export const nameIn = (entered: FormData) => ({ name: String(entered.get('name')).trim() });

export const NameInput = ({ defaultValue }: { defaultValue?: string }) => (
  <TextInput
    name="name"
    label="Name"
    maxLength={256}
    required
    data-autofocus
    {...{ defaultValue }}
  />
);

interface RenameProps {
  name: string;
  onSubmit(body: { name: string }): Promise<unknown>;
}

/** A button to change a name. */
export function Rename({ name, onSubmit }: RenameProps) {
  const refresh = useRefresh();
  return (
    <FormDialog
      label="Rename"
      title={`Rename ${name}`}
      submitLabel="Save"
      withCancel
      onSubmit={(entered) => onSubmit(nameIn(entered))}
      onDone={refresh}
    >
      <NameInput defaultValue={name} />
    </FormDialog>
  );
}
