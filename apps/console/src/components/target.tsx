import type { DataSchema, Target } from '../api/things.js';
import { formatValue } from './format.js';
import { Status, type Tone } from './values.js';
import classes from './values.module.css';

const states: Record<Target['status'], { tone: Tone; label: string; more?: string }> = {
  queued: { tone: 'wait', label: 'Waiting', more: ' for the device' },
  pending: { tone: 'wait', label: 'Pending' },
  unconfirmed: { tone: 'bad', label: 'Not confirmed', more: ' by the device' },
};

/** Returns whether a target may still be confirmed soon, so that a control shows it. */
export const isExpected = (target: Target | undefined): target is Target =>
  target !== undefined && target.status !== 'unconfirmed';

interface RequestedProps {
  target: Target;
  schema: Pick<DataSchema, 'unit' | '@type'>;
}

/** A requested value, which follows the reported one. */
export const Requested = ({ target, schema }: RequestedProps) => (
  <span className={classes.note}> → {formatValue(target.value, schema)}</span>
);

export function TargetStatus({ target, isShort }: { target: Target; isShort?: boolean }) {
  const { tone, label, more } = states[target.status];
  return (
    <Status tone={tone}>
      {label}
      {!isShort && more}
    </Status>
  );
}
