import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { thingsText, unitQuery, type ListedUnit } from '../api/units.js';
import { problemText } from '../api/problem-text.js';
import { useTrellis } from '../session/session-context.js';
import { ListItem } from './list.js';

interface ListedUnitRowProps {
  unit: Pick<ListedUnit, 'id' | 'name' | 'type' | 'things'>;
  side?: ReactNode;
}

/** A unit in a list that shows summaries. */
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

/** A unit in a list of references, which is read when it is shown. */
export function UnitRow({ id }: { id: string }) {
  const { data, error } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  if (data) return <ListedUnitRow unit={{ ...data, things: data.things.length }} />;
  return (
    <ListItem title={<code>{id}</code>} note={error ? problemText(error).title : 'Loading…'} />
  );
}
