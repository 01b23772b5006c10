import { ActionIcon, Button } from '@mantine/core';
import { IconUnlink } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { itemsOf } from '../api/pages.js';
import { thingsQuery } from '../api/things.js';
import { childrenQuery, unitSummaryQuery, type Unit } from '../api/units.js';
import { DialogButton } from '../components/dialogs.js';
import { Empty, List, ListItem, Loaded, PagedList } from '../components/list.js';
import { Section } from '../components/page.js';
import { ListedUnitRow } from '../components/rows.js';
import { SearchField } from '../components/search-field.js';
import { ThingList } from '../components/thing-list.js';
import { May } from '../session/rights.js';
import { useTrellis } from '../session/session.js';
import { LinkExisting } from './links.js';
import { NewUnit } from './unit-forms.js';
import classes from './units.module.css';

export const Contents = ({ unit }: { unit: Unit }) => (
  <div className={classes.panels}>
    <Summary unit={unit} />
    <div className={classes.columns}>
      <Children unit={unit} />
      <Section
        title="Things"
        actions={
          <May scope="svc.units.admin">
            <AddThing unit={unit} />
          </May>
        }
      >
        <ThingList conditions={{ in: unit.id }} empty="Add the things that are in this unit." />
      </Section>
    </div>
  </div>
);

function Summary({ unit }: { unit: Unit }) {
  const { data } = useQuery(unitSummaryQuery(useTrellis(), unit.id));
  if (!data) return null;
  const { units, things } = data;
  return (
    <div className={classes.numbers}>
      <span>
        <strong>{units.count}</strong> units below
      </span>
      {things && (
        <>
          <span>
            <strong>{things.count}</strong>{' '}
            <Link to="/things" search={{ below: unit.id }}>
              things in and below it
            </Link>
          </span>
          {things.unavailable > 0 && (
            <span>
              <strong>{things.unavailable}</strong> unavailable
            </span>
          )}
          {things.unknown > 0 && (
            <span>
              <strong>{things.unknown}</strong> unknown
            </span>
          )}
        </>
      )}
    </div>
  );
}

function Children({ unit }: { unit: Unit }) {
  const trellis = useTrellis();
  const query = useInfiniteQuery(childrenQuery(trellis, unit.id));
  const unlink = useMutation({
    mutationFn: (other: string) =>
      trellis.delete('/units/{id}/children/{other}', { path: { id: unit.id, other } }),
    onSuccess: () => query.refetch(),
  });
  return (
    <Section
      title="Units"
      actions={
        <May scope="svc.units.admin">
          <LinkExisting unit={unit} role="child" />
          <NewUnit label="New child unit" parent={unit.id} />
        </May>
      }
    >
      <PagedList query={query} label="Child units" empty={<Empty title="No child units" />}>
        {(child) => (
          <ListedUnitRow
            key={child.id}
            unit={child}
            side={
              <May scope="svc.units.admin">
                <ActionIcon
                  aria-label={`Remove ${child.name} from this unit`}
                  title="Remove from this unit"
                  onClick={() => unlink.mutate(child.id)}
                >
                  <IconUnlink size={16} stroke={1.6} />
                </ActionIcon>
              </May>
            }
          />
        )}
      </PagedList>
    </Section>
  );
}

/** Number of things to choose from; a search finds the others. */
const maxShown = 8;

const AddThing = ({ unit }: { unit: Unit }) => (
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
