import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Removal } from '../api/connectors.js';
import { counted } from './counted.js';
import { DialogButton } from './dialog-button.js';
import { Loaded } from './loaded.js';
import { ProblemAlert } from './problem-alert.js';

interface DeleteDialogProps<Outcome> {
  /** Title of the dialog, such as `Delete the unit "House"`. */
  title: string;
  /** Label of the buttons; `Delete` by default. */
  label?: string;
  children?: ReactNode;
  /** Reads what would be deleted, if the interface supports that. */
  preview?: (() => Promise<Removal>) | undefined;
  onDelete(): Promise<Outcome>;
  onDeleted(outcome: Outcome): unknown;
}

/** A button that deletes something after a confirmation. */
export const DeleteDialog = <Outcome,>(props: DeleteDialogProps<Outcome>) => (
  <DialogButton label={props.label ?? 'Delete'} title={props.title} c="red">
    {(close) => <Confirmation {...props} close={close} />}
  </DialogButton>
);

function Confirmation<Outcome>({
  title,
  label = 'Delete',
  children,
  preview,
  onDelete,
  onDeleted,
  close,
}: DeleteDialogProps<Outcome> & { close(): void }) {
  const mutation = useMutation({
    mutationFn: onDelete,
    meta: { showsProblem: true },
    onSuccess: (outcome) => {
      close();
      onDeleted(outcome);
    },
  });
  return (
    <>
      {preview && <Preview title={title} preview={preview} />}
      {children}
      {mutation.error && <ProblemAlert error={mutation.error} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button color="red" loading={mutation.isPending} onClick={() => mutation.mutate()}>
          {label}
        </Button>
      </Group>
    </>
  );
}

function Preview({ title, preview }: { title: string; preview(): Promise<Removal> }) {
  const query = useQuery({ queryKey: ['preview', title], queryFn: preview, gcTime: 0 });
  return <Loaded query={query}>{(removal) => <RemovalPreview removal={removal} />}</Loaded>;
}

const RemovalPreview = ({ removal }: { removal: Removal }) => {
  const { clients, things, links } = removal;
  const parts = [
    clients.length > 0 && counted(clients.length, 'client'),
    things.length > 0 && counted(things.length, 'thing'),
    links.length > 0 && counted(links.length, 'link'),
  ].filter(Boolean);
  return (
    <p>
      {parts.length === 0
        ? 'Nothing else is deleted with it.'
        : `This deletes ${parts.join(', ')}.`}
    </p>
  );
};
