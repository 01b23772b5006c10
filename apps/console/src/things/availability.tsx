import type { Thing } from '../api/things.js';
import { Status } from '../components/status.js';
import { Time } from '../components/time.js';

const reasons = {
  client_error: 'the polls of its client fail',
  device_error: 'the device could not be observed',
  never_observed: 'no value has ever arrived',
  no_values: 'no value is known any more',
  sweep_held: 'it is missing together with many others',
  client_paused: 'its client is paused',
} as const;

const states = {
  available: { tone: 'good', label: 'Available' },
  unavailable: { tone: 'calm', label: 'Away' },
  unknown: { tone: 'wait', label: 'Not known' },
} as const;

/** Whether what is shown is how it is now, and since when. */
export function Availability({ thing: { availability } }: { thing: Thing }) {
  const { state, reason, since } = availability;
  const { tone, label } = states[state];
  return (
    <>
      <Status tone={tone}>{label}</Status>
      {reason && ` – ${reasons[reason]}`}
      {since && state !== 'available' && (
        <>
          {' '}
          (since <Time at={since} />)
        </>
      )}
    </>
  );
}
