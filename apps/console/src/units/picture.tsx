import '@xyflow/react/dist/style.css';
import { Alert, Button, useComputedColorScheme } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '@trellis/client';
import { Background, Controls, ReactFlow, type Edge, type Node } from '@xyflow/react';
import { useMemo } from 'react';
import { unitQuery } from '../api/units.js';
import { Loaded } from '../components/loaded.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { useTrellis } from '../session/session-context.js';
import { placesOf, readNeighborhood, type Neighborhood } from './neighborhood.js';
import classes from './units.module.css';

/** The units around one. A line that is drawn from one to another puts the second into the first. */
export default function Picture({ id }: { id: string }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['unit', id, 'picture'],
    queryFn: () =>
      readNeighborhood(id, (one) =>
        queries.fetchQuery({ ...unitQuery(trellis, one), staleTime: 5_000 }),
      ),
  });
  return (
    <Loaded query={query} lines={8}>
      {(neighborhood) => (
        <Drawing id={id} neighborhood={neighborhood} onChanged={() => void query.refetch()} />
      )}
    </Loaded>
  );
}

interface DrawingProps {
  id: string;
  neighborhood: Neighborhood;
  onChanged(): void;
}

function Drawing({ id, neighborhood, onChanged }: DrawingProps) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const scheme = useComputedColorScheme();
  const { nodes, edges } = useMemo(() => drawingOf(id, neighborhood), [id, neighborhood]);
  const meta = { showsProblem: true };
  const onSettled = async (
    _data: unknown,
    _error: unknown,
    link: { parent: string; child: string },
  ) => {
    await queries.invalidateQueries({ queryKey: ['unit', link.parent], exact: true });
    await queries.invalidateQueries({ queryKey: ['unit', link.child], exact: true });
    onChanged();
  };
  const link = useMutation({
    mutationFn: ({ parent, child }: { parent: string; child: string }) =>
      trellis.post('/units/{id}/children', { path: { id: parent }, body: { id: child } }),
    meta,
    onSettled,
  });
  const unlink = useMutation({
    mutationFn: ({ parent, child }: { parent: string; child: string }) =>
      trellis.delete('/units/{id}/children/{other}', { path: { id: parent, other: child } }),
    onSettled,
  });
  return (
    <div className={classes.panels}>
      {link.error !== null && (
        <LinkProblem error={link.error} neighborhood={neighborhood} onClose={link.reset} />
      )}
      <div className={classes.picture}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          colorMode={scheme}
          fitView
          minZoom={0.2}
          nodesDraggable={false}
          onNodeDoubleClick={(_event, node) =>
            void navigate({ to: '/units/$id', params: { id: node.id } })
          }
          onConnect={({ source, target }) => link.mutate({ parent: source, child: target })}
          onEdgesDelete={(deleted) => {
            for (const { source, target } of deleted)
              unlink.mutate({ parent: source, child: target });
          }}
          proOptions={{ hideAttribution: true }}
        >
          <Background />
          <Controls showInteractive={false} />
        </ReactFlow>
      </div>
      <small>
        Draw a line from the lower edge of a unit to the upper edge of another to put that one into
        it. Select a line and press Backspace to remove it. Double-click a unit to open it.
        {neighborhood.isPartial && ' Some units have no room here.'}
      </small>
    </div>
  );
}

function drawingOf(here: string, { units, links }: Neighborhood): { nodes: Node[]; edges: Edge[] } {
  const places = placesOf(units);
  return {
    nodes: [...units].map(([id, { unit }]) => ({
      id,
      position: places.get(id)!,
      data: { label: unit.name },
      ariaLabel: `${unit.type} ${unit.name}`,
      className: `${classes.box} ${id === here ? classes.boxHere : ''}`,
      deletable: false,
    })),
    edges: links.map(({ parent, child }) => ({
      id: `${parent} ${child}`,
      source: parent,
      target: child,
    })),
  };
}

interface LinkProblemProps {
  error: unknown;
  neighborhood: Neighborhood;
  onClose(): void;
}

/** Why a link was refused: for a circle, along which units it would lead. */
function LinkProblem({ error, neighborhood, onClose }: LinkProblemProps) {
  if (!isProblem(error, 'unit_cycle') || !error.cycle) return <ProblemAlert error={error} />;
  const names = error.cycle.map((id) => neighborhood.units.get(id)?.unit.name ?? id);
  return (
    <Alert color="red" role="alert" title="A unit cannot be in itself">
      <p>That would lead in a circle: {names.join(' → ')}.</p>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Alert>
  );
}
