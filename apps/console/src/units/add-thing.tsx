import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { itemsOf } from '../api/pages.js';
import { thingsQuery } from '../api/things.js';
import type { Unit } from '../api/units.js';
import { DialogButton } from '../components/dialogs.js';
import { List, ListItem, Loaded } from '../components/list.js';
import { SearchField } from '../components/search-field.js';
import { useTrellis } from '../session/session.js';

/** Number of things to choose from; a search finds the others. */
const maxShown = 8;

export const AddThing = ({ unit }: { unit: Unit }) => (
  <DialogButton label="Add things" title={`Add things to “${unit.name}”`}>
    {() => <Choice unit={unit} />}
  </DialogButton>
);

function Choice({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const [search, setSearch] = useState<string>();
  const conditions = search ? { search } : ({ sort: 'title' } as const);
  const query = useInfiniteQuery(thingsQuery(trellis, conditions));
  const add = useMutation({
    mutationFn: (id: string) =>
      trellis.post('/units/{id}/things', { path: { id: unit.id }, body: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['unit', unit.id] });
      await queries.invalidateQueries({ queryKey: ['things', { in: unit.id }] });
    },
  });
  const inUnit = new Set(unit.things.map(({ href }) => href));
  return (
    <>
      <SearchField label="Search by title" value={search} onChange={setSearch} />
      <Loaded query={query}>
        {(data) => (
          <List label="Things to add">
            {itemsOf(data)
              .slice(0, maxShown)
              .map(({ id, title, href }) => (
                <ListItem
                  key={id}
                  title={title}
                  side={
                    inUnit.has(href) ? (
                      'Added'
                    ) : (
                      <Button
                        variant="light"
                        aria-label={`Add ${title}`}
                        onClick={() => add.mutate(id)}
                      >
                        Add
                      </Button>
                    )
                  }
                />
              ))}
          </List>
        )}
      </Loaded>
    </>
  );
}
