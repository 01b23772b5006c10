import { Fragment } from 'react';
import { idOf } from '../api/references.js';
import type { Unit } from '../api/units.js';
import { UnitLink } from './unit-link.js';

/** The type of a unit and its first parents. */
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
