import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
import { UnitFields, unitFieldsOf } from './unit-fields.js';
import classes from './units.module.css';

interface NewUnitProps {
  label: string;
  parent?: string;
}

export const NewUnit = ({ label, parent }: NewUnitProps) => (
  <DialogButton label={label} isPrimary>
    {(close) => <NewUnitForm parent={parent} close={close} />}
  </DialogButton>
);

function NewUnitForm({ parent, close }: { parent: string | undefined; close(): void }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
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
    create.mutate(unitFieldsOf(event.currentTarget));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <UnitFields />
      {create.error && <ProblemAlert error={create.error} />}
      <div>
        <Button type="submit" loading={create.isPending}>
          Create
        </Button>
      </div>
    </form>
  );
}
