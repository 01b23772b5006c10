import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Removal } from '../api/connectors.js';
import { Loaded } from './loaded.js';
import { ProblemAlert } from './problem-alert.js';
import { RemovalPreview } from './removal-preview.js';

interface DeleteDialogProps<Outcome> {
  /** Title of the dialog, such as `Delete the unit "House"`. */
  title: string;
  /** Label of the buttons; `Delete` by default. */
  label?: string;
  /** Text to read before confirming. */
  children?: ReactNode;
  /** Reads what would be deleted, if the interface supports that. */
  preview?: (() => Promise<Removal>) | undefined;
  onDelete(): Promise<Outcome>;
  onDeleted(outcome: Outcome): unknown;
}

/** A button that deletes something after a confirmation. */
export function DeleteDialog<Outcome>({
  title,
  label = 'Delete',
  children,
  preview,
  onDelete,
  onDeleted,
}: DeleteDialogProps<Outcome>) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
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
      <Button variant="default" c="red" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
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
      </Modal>
    </>
  );
}

function Preview({ title, preview }: { title: string; preview(): Promise<Removal> }) {
  const query = useQuery({ queryKey: ['preview', title], queryFn: preview, gcTime: 0 });
  return <Loaded query={query}>{(removal) => <RemovalPreview removal={removal} />}</Loaded>;
}
