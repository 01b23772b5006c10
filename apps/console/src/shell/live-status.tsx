import { Status } from '../components/status.js';
import { useLive } from '../live/live-context.js';

const states = {
  live: { tone: 'good', label: 'Live', hint: 'What you see follows what happens.' },
  connecting: { tone: 'wait', label: 'Connecting', hint: 'What you see may be out of date.' },
} as const;

/** Whether the screen follows what happens. */
export function LiveStatus() {
  const { tone, label, hint } = states[useLive()];
  return (
    <span role="status" title={hint}>
      <Status tone={tone}>{label}</Status>
    </span>
  );
}
