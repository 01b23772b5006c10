import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { thingQuery } from '../api/things.js';
import { useTrellis } from '../session/session.js';

/** A link to a thing, by its title unless it is gone. */
export function ThingLink({ id }: { id: string }) {
  const { data } = useQuery({ ...thingQuery(useTrellis(), id), retry: false });
  return (
    <Link to="/things/$id" params={{ id }}>
      {data?.title ?? id}
    </Link>
  );
}
