import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unitQuery } from '../api/units.js';
import { useTrellis } from '../session/session-context.js';

export function UnitLink({ id }: { id: string }) {
  const { data } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  return (
    <Link to="/units/$id" params={{ id }}>
      {data?.name ?? 'a unit'}
    </Link>
  );
}
