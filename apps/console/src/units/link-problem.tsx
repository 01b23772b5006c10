import { Alert, Button } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { Fragment } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import { UnitLink } from './unit-link.js';

interface LinkProblemProps {
  error: unknown;
  onClose(): void;
}

/** The error of a refused link. For a cycle, shows the units along it. */
export function LinkProblem({ error, onClose }: LinkProblemProps) {
  if (!isProblem(error, 'unit_cycle') || !error.cycle) return <ProblemAlert error={error} />;
  return (
    <Alert color="red" role="alert" title="A unit cannot contain itself">
      <p>
        This would create a cycle:{' '}
        {error.cycle.map((id, index) => (
          <Fragment key={index}>
            {index > 0 && ' → '}
            <UnitLink id={id} />
          </Fragment>
        ))}
        .
      </p>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </Alert>
  );
}
