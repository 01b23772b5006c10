import { ActionIcon, Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Unit, UnitProperty } from '../api/units.js';
import { Empty, List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session.js';
import { PropertyDialog } from './property-dialog.js';
import classes from './units.module.css';

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
      actions={<Button onClick={() => setEdited('new')}>New property</Button>}
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
                  <>
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
                  </>
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
