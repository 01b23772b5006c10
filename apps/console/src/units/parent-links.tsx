import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { idOf } from '../api/references.js';
import { unitQuery, type Unit } from '../api/units.js';
import { useTrellis } from '../session/session-context.js';

/** The type of a unit and the first of the units that it is in. */
export const ParentLinks = ({ unit }: { unit: Unit }) => (
  <>
    {unit.type}
    {unit.parents.slice(0, 5).map(({ href }, index) => (
      <Fragment key={href}>
        {index === 0 ? ' in ' : ', '}
        <UnitLink id={idOf(href)} />
      </Fragment>
    ))}
  </>
);

/** A link to a unit by its name. */
function UnitLink({ id }: { id: string }) {
  const { data } = useQuery({ ...unitQuery(useTrellis(), id), staleTime: 60_000 });
  return (
    <Link to="/units/$id" params={{ id }}>
      {data?.name ?? 'a unit'}
    </Link>
  );
}
