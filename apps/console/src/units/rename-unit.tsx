import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import type { Unit } from '../api/units.js';
import { DialogButton } from '../components/dialog-button.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
import { UnitFields, unitFieldsOf } from './unit-fields.js';
import classes from './units.module.css';

export const RenameUnit = ({ unit }: { unit: Unit }) => (
  <DialogButton label="Rename" title={`Rename “${unit.name}”`}>
    {(close) => <RenameForm unit={unit} close={close} />}
  </DialogButton>
);

function RenameForm({ unit, close }: { unit: Unit; close(): void }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const rename = useMutation({
    mutationFn: (body: { name: string; type: string }) =>
      trellis.patch('/units/{id}', { path: { id: unit.id }, body }),
    meta: { showsProblem: true },
    onSuccess: async () => {
      close();
      await queries.invalidateQueries({ queryKey: ['unit', unit.id] });
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    rename.mutate(unitFieldsOf(event.currentTarget));
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <UnitFields unit={unit} />
      {rename.error && <ProblemAlert error={rename.error} />}
      <div>
        <Button type="submit" loading={rename.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
