import { Alert, Button } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isProblem } from '@trellis/client';
import { Fragment, useState } from 'react';
import { unitQuery, unitsQuery, type Unit } from '../api/units.js';
import { DialogButton } from '../components/dialogs.js';
import { Empty, PagedList } from '../components/list.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { ListedUnitRow } from '../components/rows.js';
import { SearchField } from '../components/search-field.js';
import { useTrellis } from '../session/session.js';
import classes from './units.module.css';

interface UnitLinkIds {
  parent: string;
  child: string;
}

/** Keys of queries for single units. */
const kinds: unknown[] = ['unit', 'children', 'summary'];

/** Returns mutations that link and unlink units, and invalidate the queries of both. */
export function useLink() {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const onSettled = (_data: unknown, _error: unknown, { parent, child }: UnitLinkIds) =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [kind, id] }) =>
        kind === 'units' ||
        kind === 'picture' ||
        (kinds.includes(kind) && (id === parent || id === child)),
    });
  const link = useMutation({
    mutationFn: ({ parent, child }: UnitLinkIds) =>
      trellis.post('/units/{id}/children', { path: { id: parent }, body: { id: child } }),
    meta: { showsProblem: true },
    onSettled,
  });
  const unlink = useMutation({
    mutationFn: ({ parent, child }: UnitLinkIds) =>
      trellis.delete('/units/{id}/children/{other}', { path: { id: parent, other: child } }),
    onSettled,
  });
  return { link, unlink };
}

/** The error of a refused link. For a cycle, shows the units along it. */
export function LinkProblem({ error, onClose }: { error: unknown; onClose(): void }) {
  if (!isProblem(error, 'unit_cycle') || !error.cycle) return <ProblemAlert error={error} />;
  return (
    <Alert color="red" role="alert" title="A unit cannot contain itself">
      <p>
        This would create a cycle:{' '}
        {error.cycle.map((id, index) => (
          <Fragment key={index}>
            {index > 0 && ' → '}
            <UnitLink id={id} />
          </Fragment>
        ))}
        .
      </p>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Alert>
  );
}

export function UnitLink({ id }: { id: string }) {
  const { data } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  return (
    <Link to="/units/$id" params={{ id }}>
      {data?.name ?? 'a unit'}
    </Link>
  );
}

interface LinkExistingProps {
  unit: Unit;
  role: 'child' | 'parent';
}

const texts = {
  child: { button: 'Add existing unit', title: 'Add units to', choose: 'Add', done: 'Added' },
  parent: {
    button: 'Add parent',
    title: 'Add parents to',
    choose: 'Add',
    done: 'Added',
  },
};

export function LinkExisting({ unit, role }: LinkExistingProps) {
  const { button, title } = texts[role];
  return (
    <DialogButton label={button} title={`${title} “${unit.name}”`}>
      {() => <Choice unit={unit} role={role} />}
    </DialogButton>
  );
}

function Choice({ unit, role }: LinkExistingProps) {
  const [search, setSearch] = useState<string>();
  const { link } = useLink();
  const query = useInfiniteQuery(unitsQuery(useTrellis(), search ? { search } : {}));
  const { choose, done } = texts[role];
  const linked = new Set((role === 'child' ? unit.children : unit.parents).map(({ href }) => href));
  const chooseOne = (id: string) =>
    link.mutate(role === 'child' ? { parent: unit.id, child: id } : { parent: id, child: unit.id });
  return (
    <div className={classes.form}>
      <SearchField label="Search by name" value={search} onChange={setSearch} />
      {link.error !== null && <LinkProblem error={link.error} onClose={link.reset} />}
      <PagedList query={query} label="Units to choose" empty={<Empty title="No units found" />}>
        {({ id, href, name, type, things }) => (
          <ListedUnitRow
            key={id}
            unit={{ id, name, type, things }}
            side={
              id === unit.id ? (
                'This unit'
              ) : linked.has(href) ? (
                done
              ) : (
                <Button
                  variant="light"
                  aria-label={`${choose} ${name}`}
                  loading={link.isPending && Object.values(link.variables).includes(id)}
                  onClick={() => chooseOne(id)}
                >
                  {choose}
                </Button>
              )
            }
          />
        )}
      </PagedList>
    </div>
  );
}
