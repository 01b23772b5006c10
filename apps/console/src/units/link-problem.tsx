import { Alert, Button } from '@mantine/core';
import { isProblem } from '@trellis/client';
import { Fragment } from 'react';
import { ProblemAlert } from '../components/problem-alert.js';
import { UnitLink } from './unit-link.js';

interface LinkProblemProps {
  error: unknown;
  onClose(): void;
}

/** Why a link was refused: for a circle, along which units it would lead. */
export function LinkProblem({ error, onClose }: LinkProblemProps) {
  if (!isProblem(error, 'unit_cycle') || !error.cycle) return <ProblemAlert error={error} />;
  return (
    <Alert color="red" role="alert" title="A unit cannot be in itself">
      <p>
        That would lead in a circle:{' '}
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
