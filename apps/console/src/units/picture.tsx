import '@xyflow/react/dist/style.css';
import { useComputedColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Background, Controls, ReactFlow, type Edge, type Node } from '@xyflow/react';
import { useMemo } from 'react';
import { unitQuery } from '../api/units.js';
import { Loaded } from '../components/list.js';
import { useTrellis } from '../session/session.js';
import { useRefusal } from '../session/rights.js';
import { LinkProblem, useLink } from './links.js';
import { positionsOf, readNeighborhood, type Neighborhood } from './neighborhood.js';
import classes from './units.module.css';

/** A graph of the units around one. Drawing a line adds the second unit to the first. */
export default function Picture({ id }: { id: string }) {
  const trellis = useTrellis();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['picture', id],
    queryFn: () =>
      readNeighborhood(id, (one) =>
        queries.fetchQuery({ ...unitQuery(trellis, one), staleTime: 5_000 }),
      ),
  });
  return (
    <Loaded query={query} lines={8}>
      {(neighborhood) => <Drawing id={id} neighborhood={neighborhood} />}
    </Loaded>
  );
}

function Drawing({ id, neighborhood }: { id: string; neighborhood: Neighborhood }) {
  const navigate = useNavigate();
  const scheme = useComputedColorScheme();
  const { nodes, edges } = useMemo(() => drawingOf(id, neighborhood), [id, neighborhood]);
  const { link, unlink } = useLink();
  const mayLink = useRefusal('svc.units.admin') === undefined;
  return (
    <div className={classes.panels}>
      {link.error !== null && <LinkProblem error={link.error} onClose={link.reset} />}
      <div className={classes.picture}>
        <ReactFlow
          nodes={nodes}
          edges={edges}
          colorMode={scheme}
          fitView
          minZoom={0.2}
          nodesDraggable={false}
          nodesConnectable={mayLink}
          deleteKeyCode={mayLink ? 'Backspace' : null}
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
        {mayLink &&
          'Draw a line from the lower edge of a unit to the upper edge of another one to make that one its child. Select a line and press Backspace to remove it. '}
        Double-click a unit to open it.
        {neighborhood.isPartial && ' Some units are not shown.'}
      </small>
    </div>
  );
}

function drawingOf(here: string, { units, links }: Neighborhood): { nodes: Node[]; edges: Edge[] } {
  const positions = positionsOf(units);
  return {
    nodes: [...units].map(([id, { unit }]) => ({
      id,
      position: positions.get(id)!,
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
