import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { thingsText, unitQuery, type ListedUnit } from '../api/units.js';
import { problemText } from '../api/problem-text.js';
import { useTrellis } from '../session/session-context.js';
import { ListItem } from './list.js';

type ShownUnit = Pick<ListedUnit, 'id' | 'name' | 'type' | 'things'>;

interface ListedUnitRowProps {
  unit: ShownUnit;
  /** Content at the end of the line; the number of things by default. */
  side?: ReactNode;
}

export const ListedUnitRow = ({ unit: { id, name, type, things }, side }: ListedUnitRowProps) => (
  <ListItem
    title={
      <Link to="/units/$id" params={{ id }}>
        {name}
      </Link>
    }
    note={type}
    side={side ?? thingsText(things)}
  />
);

interface UnitRowProps {
  id: string;
  side?: ReactNode;
}

/** A unit in a list of references. Reads the unit. */
export function UnitRow({ id, side }: UnitRowProps) {
  const { data, error } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  if (data) return <ListedUnitRow unit={{ ...data, things: data.things.length }} side={side} />;
  return (
    <ListItem title={<code>{id}</code>} note={error ? problemText(error).title : 'Loading…'} />
  );
}
