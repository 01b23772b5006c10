import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { Fragment } from 'react';
import { Link } from '@tanstack/react-router';
import { useTrellis } from '../session/session.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { unitQuery } from '../api/units.js';

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
