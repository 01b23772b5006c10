import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { unitQuery } from '../api/units.js';
import { problemText } from '../api/problem-text.js';
import { useTrellis } from '../session/session-context.js';
import { ListItem } from './list.js';

/** A unit in a list, which is read when it is shown. */
export function UnitRow({ id, side }: { id: string; side?: ReactNode }) {
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
      side={side ?? countText(data.things.length)}
    />
  );
}

const countText = (things: number) => `${things} ${things === 1 ? 'thing' : 'things'}`;
