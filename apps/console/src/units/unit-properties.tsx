import { ActionIcon, Button, Modal, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isProblem } from '@trellis/client';
import { useRef, useState, type SubmitEvent } from 'react';
import type { Unit, UnitProperty } from '../api/units.js';
import { Empty, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { textToValue, valueToText } from './property-value.js';
import classes from './units.module.css';
import { errorsText, syntaxText, ValueField } from './value-field.js';

export function UnitProperties({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<UnitProperty | 'new'>();
  const readAgain = () => queries.invalidateQueries({ queryKey: ['unit', unit.id] });
  const remove = useMutation({
    mutationFn: (name: string) =>
      trellis.delete('/units/{id}/properties/{name}', { path: { id: unit.id, name } }),
    onSuccess: readAgain,
  });
  return (
    <Section
      title="Properties"
      actions={
        <May scope="svc.units.admin">
          <Button onClick={() => setEdited('new')}>New property</Button>
        </May>
      }
    >
      <Card isFlush>
        {unit.properties.length === 0 ? (
          <Empty title="No properties">
            Anything that describes the unit, such as its floor area: text, numbers, JSON or
            JSON-LD.
          </Empty>
        ) : (
          <List label="Properties">
            {unit.properties.map((property) => (
              <ListItem
                key={property.name}
                title={property.name}
                note={<div className={classes.value}>{textOf(property.value)}</div>}
                side={
                  <May scope="svc.units.admin">
                    <ActionIcon
                      aria-label={`Change ${property.name}`}
                      onClick={() => setEdited(property)}
                    >
                      <IconPencil size={16} stroke={1.6} />
                    </ActionIcon>
                    <ActionIcon
                      aria-label={`Delete ${property.name}`}
                      onClick={() => remove.mutate(property.name)}
                    >
                      <IconTrash size={16} stroke={1.6} />
                    </ActionIcon>
                  </May>
                }
              />
            ))}
          </List>
        )}
      </Card>
      {edited && (
        <PropertyDialog
          unit={unit}
          property={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={readAgain}
        />
      )}
    </Section>
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

interface PropertyDialogProps {
  unit: Unit;
  property: UnitProperty | undefined;
  onClose(): void;
  onSaved(): unknown;
}

function PropertyDialog({ unit, property, onClose, onSaved }: PropertyDialogProps) {
  const trellis = useTrellis();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(property ? valueToText(property.value) : '');
  const [syntaxProblem, setSyntaxProblem] = useState<string>();
  const path = { id: unit.id };
  const save = useMutation({
    mutationFn: async (body: UnitProperty) => {
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
    const entered = textToValue(text);
    if ('value' in entered) {
      const name = property?.name ?? String(new FormData(event.currentTarget).get('name'));
      return save.mutate({ name, value: entered.value });
    }
    setSyntaxProblem(syntaxText(entered.problem));
    field.current?.focus();
    field.current?.setSelectionRange(entered.problem.offset, entered.problem.offset);
  }
  function change(text: string) {
    setText(text);
    setSyntaxProblem(undefined);
    save.reset();
  }
  const { error } = save;
  const { nameError, valueError } = isProblem(error) ? fieldErrors(error) : {};
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={property ? `Change “${property.name}”` : 'New property'}
    >
      <form className={classes.form} onSubmit={submit}>
        {!property && (
          <TextInput
            name="name"
            label="Name"
            required
            maxLength={256}
            data-autofocus
            error={nameError}
          />
        )}
        <ValueField
          ref={field}
          unit={unit.id}
          name={property?.name}
          text={text}
          onChange={change}
          problem={syntaxProblem ?? valueError}
        />
        {error && nameError === undefined && valueError === undefined && (
          <ProblemAlert error={error} />
        )}
        <div>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Assigns the errors of a problem to the two fields. */
function fieldErrors({ errors }: { errors: { pointer: string; detail: string }[] }) {
  const of = (isMeant: (pointer: string) => boolean) =>
    errorsText({ errors: errors.filter(({ pointer }) => isMeant(pointer)) }) || undefined;
  const isName = (pointer: string) => pointer === '/name';
  return { nameError: of(isName), valueError: of((pointer) => !isName(pointer)) };
}
