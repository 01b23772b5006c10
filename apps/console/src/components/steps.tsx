import type { ConnectorDescription } from '../api/connectors.js';
import classes from './steps.module.css';

type Step = NonNullable<ConnectorDescription['connect']>['steps'][number];

/** Steps to take outside of the form. */
export const Steps = ({ steps }: { steps: Step[] }) =>
  steps.length === 0 ? null : (
    <ol className={classes.steps}>
      {steps.map(({ title, description }) => (
        <li key={title}>
          <strong>{title}</strong>
          <div className={classes.note}>{description}</div>
        </li>
      ))}
    </ol>
  );
