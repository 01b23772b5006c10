import { ActionIcon, Button, Input } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { idOf } from '../api/references.js';
import type { Unit } from '../api/units.js';
import { Empty } from '../components/empty.js';
import { Facts } from '../components/facts.js';
import { List, ListItem } from '../components/list.js';
import { Card, Section } from '../components/page.js';
import { useTrellis } from '../session/session-context.js';
import classes from './units.module.css';

/** Who sees a unit: the subjects that are linked to it, and its owner. */
export function UnitSubjects({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['unit', unit.id] });
  const path = { id: unit.id };
  const link = useMutation({
    mutationFn: (id: string) => trellis.post('/units/{id}/subjects', { path, body: { id } }),
    onSuccess,
  });
  const unlink = useMutation({
    mutationFn: (other: string) =>
      trellis.delete('/units/{id}/subjects/{other}', { path: { ...path, other } }),
    onSuccess,
  });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    link.mutate(String(new FormData(form).get('subject')), { onSuccess: () => form.reset() });
  }
  return (
    <Section
      title="Subjects"
      actions={
        <form className={classes.numbers} onSubmit={submit}>
          <Input
            size="xs"
            name="subject"
            aria-label="Subject"
            placeholder="Subject"
            required
            maxLength={256}
          />
          <Button type="submit" loading={link.isPending}>
            Link
          </Button>
        </form>
      }
    >
      <Card>
        <Facts facts={{ Owner: unit.owner, Id: <code>{unit.id}</code> }} />
      </Card>
      <Card isFlush>
        {unit.subjects.length === 0 ? (
          <Empty title="No subjects">
            An end user who is linked to a unit sees it in your app.
          </Empty>
        ) : (
          <List label="Subjects">
            {unit.subjects.map(({ href }) => {
              const id = idOf(href);
              return (
                <ListItem
                  key={href}
                  title={
                    <Link to="/subjects/$id" params={{ id }}>
                      {id}
                    </Link>
                  }
                  side={
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Unlink ${id}`}
                      onClick={() => unlink.mutate(id)}
                    >
                      <IconUnlink size={16} stroke={1.6} />
                    </ActionIcon>
                  }
                />
              );
            })}
          </List>
        )}
      </Card>
    </Section>
  );
}
