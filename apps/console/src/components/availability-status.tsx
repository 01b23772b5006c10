import type { ThingValues } from '../api/things.js';
import { Status } from './values.js';

const states = {
  available: { tone: 'good', label: 'Available' },
  unavailable: { tone: 'calm', label: 'Unavailable' },
  unknown: { tone: 'wait', label: 'Unknown' },
} as const;

export function AvailabilityStatus({ state }: Pick<ThingValues['availability'], 'state'>) {
  const { tone, label } = states[state];
  return <Status tone={tone}>{label}</Status>;
}
