import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { unitQuery, type Unit } from '../api/units.js';
import { problemText } from '../api/problem-text.js';
import { useTrellis } from '../session/session-context.js';
import { ListItem } from './list.js';

interface UnitRowProps {
  id: string;
  /** What is at the end of the line, which may name the unit; the count of its things by default. */
  side?(unit: Unit): ReactNode;
}

/** A unit in a list, which is read when it is shown. */
export function UnitRow({ id, side = countText }: UnitRowProps) {
  const { data, error } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  if (!data) {
    return (
      <ListItem title={<code>{id}</code>} note={error ? problemText(error).title : 'Loading…'} />
    );
  }
  return (
    <ListItem
      title={
        <Link to="/units/$id" params={{ id }}>
          {data.name}
        </Link>
      }
      note={data.type}
      side={side(data)}
    />
  );
}

const countText = ({ things: { length } }: Unit) =>
  `${length} ${length === 1 ? 'thing' : 'things'}`;
