import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { Unit, UnitProperty } from '../api/units.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
import { textToValue, valueToText } from './property-value.js';
import classes from './units.module.css';

interface PropertyDialogProps {
  unit: Unit;
  /** The one to change; a new one by default. */
  property: UnitProperty | undefined;
  onClose(): void;
  onSaved(): unknown;
}

/** Adds or changes a property. What Trellis finds wrong, such as in JSON-LD, is shown at the value. */
export function PropertyDialog({ unit, property, onClose, onSaved }: PropertyDialogProps) {
  const trellis = useTrellis();
  const [text, setText] = useState(property ? valueToText(property.value) : '');
  const path = { id: unit.id };
  const save = useMutation({
    mutationFn: async (name: string) => {
      const body = { name, value: textToValue(text) };
      await (property
        ? trellis.put('/units/{id}/properties', { path, body })
        : trellis.post('/units/{id}/properties', { path, body }));
    },
    meta: { showsProblem: true },
    onSuccess: () => {
      onClose();
      void onSaved();
    },
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    save.mutate(property?.name ?? String(new FormData(event.currentTarget).get('name')));
  }
  const { error } = save;
  const valueError =
    error instanceof SyntaxError
      ? `This is not JSON: ${error.message}`
      : isProblem(error) && error.errors.map(({ detail }) => detail).join(' ');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={property ? `Change “${property.name}”` : 'New property'}
    >
      <form className={classes.form} onSubmit={submit}>
        {!property && (
          <TextInput name="name" label="Name" required maxLength={256} data-autofocus />
        )}
        <Textarea
          label="Value"
          description="A text, a number, true, false, null, or any JSON."
          autosize
          minRows={4}
          maxRows={18}
          value={text}
          onChange={({ target }) => setText(target.value)}
          error={valueError || undefined}
        />
        {error && !valueError && <ProblemAlert error={error} />}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
