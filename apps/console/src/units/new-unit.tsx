import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
import classes from './units.module.css';

interface NewUnitProps {
  label: string;
  /** The unit that it will be in. */
  parent?: string;
}

/** Creates a unit, in another one if that is given. */
export function NewUnit({ label, parent }: NewUnitProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const create = useMutation({
    mutationFn: async (body: { name: string; type: string }) => {
      const { data } = await trellis.post('/units', { body });
      if (parent) {
        await trellis.post('/units/{id}/parents', { path: { id: data.id }, body: { id: parent } });
      }
    },
    meta: { showsProblem: true },
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: parent ? ['unit', parent] : ['units'] });
      if (parent) await queries.invalidateQueries({ queryKey: ['children', parent] });
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate({ name: String(form.get('name')), type: String(form.get('type')) });
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      <Modal opened={isOpen} onClose={close} title={label}>
        <form className={classes.form} onSubmit={submit}>
          <TextInput name="name" label="Name" required maxLength={256} data-autofocus />
          <TextInput
            name="type"
            label="Type"
            description="What kind of unit it is, such as building, floor or room."
            required
            maxLength={256}
          />
          {create.error && <ProblemAlert error={create.error} />}
          <div>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
