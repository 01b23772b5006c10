import type { Thing } from '../api/things.js';
import { AvailabilityStatus } from '../components/availability-status.js';
import { Moment } from '../components/values.js';

const reasons = {
  client_error: 'polls of its client fail',
  device_error: 'the device could not be observed',
  never_observed: 'no value has been received yet',
  no_values: 'its values have expired',
  sweep_held: 'it is missing together with many others',
  client_paused: 'its client is paused',
} as const;

export function Availability({ thing: { availability } }: { thing: Thing }) {
  const { state, reason, since } = availability;
  return (
    <>
      <AvailabilityStatus state={state} />
      {reason && ` – ${reasons[reason]}`}
      {since && state !== 'available' && (
        <>
          {' '}
          (since <Moment at={since} />)
        </>
      )}
    </>
  );
}
