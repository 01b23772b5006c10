import { Status } from '../components/status.js';
import { useLive } from '../live/live-context.js';

const states = {
  live: { tone: 'good', label: 'Live', hint: 'This page updates live.' },
  connecting: { tone: 'wait', label: 'Connecting', hint: 'This page may be out of date.' },
} as const;

export function LiveStatus() {
  const { tone, label, hint } = states[useLive()];
  return (
    <span role="status" title={hint}>
      <Status tone={tone}>{label}</Status>
    </span>
  );
}
