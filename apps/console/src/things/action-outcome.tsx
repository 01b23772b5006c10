import type { DataSchema } from '../api/things.js';
import { formatValue } from '../components/format-value.js';
import { Json } from '../components/json.js';
import { ProblemAlert } from '../components/problem-alert.js';
import { Status } from '../components/status.js';
import classes from './things.module.css';

/** The outcome of an action: its output or its error. */
export type Outcome = { title: string } & (
  { output: unknown; schema: DataSchema } | { error: unknown }
);

/** Shows an outcome where the action was invoked, and announces it to screen readers. */
export const ActionOutcome = ({ outcome }: { outcome: Outcome | undefined }) => (
  <div role="status">
    {outcome && (
      <div className={classes.outcome}>
        {'error' in outcome ? (
          <ProblemAlert error={outcome.error} />
        ) : (
          <>
            <Status tone="good">{outcome.title}: done</Status>
            <Output {...outcome} />
          </>
        )}
      </div>
    )}
  </div>
);

/** A simple value on one line, anything else as JSON. */
function Output({ title, output, schema }: { title: string; output: unknown; schema: DataSchema }) {
  if (output === undefined || output === null) return null;
  if (typeof output === 'object') return <Json value={output} label={`Output of ${title}`} />;
  return <span className={classes.value}>{formatValue(output, schema)}</span>;
}
