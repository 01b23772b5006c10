import type { ConnectorClient } from '../api/connectors.js';
import type { Tone } from './status.js';

interface ClientState {
  tone: Tone;
  label: string;
  /** Whether somebody should look at it. */
  needsAttention: boolean;
}

/** How long after `next_poll` a client counts as late (ms). */
const lateAfterMs = 60_000;

/** How a client is, in one word. */
export function clientState(client: ConnectorClient, now: number): ClientState {
  const { status, removal, paused, warnings, authorization, next_poll } = client;
  const attention = (tone: Tone, label: string): ClientState => ({
    tone,
    label,
    needsAttention: true,
  });
  const fine = (tone: Tone, label: string): ClientState => ({ tone, label, needsAttention: false });
  if (removal)
    return removal.last_error ? attention('bad', 'Removal failed') : fine('wait', 'Being removed');
  if (paused) return fine('calm', 'Paused');
  if (status === 'ERROR') return attention('bad', 'Error');
  if (authorization) return attention('wait', 'Waits for authorization');
  if (status === 'STARTING') return fine('wait', 'Starting');
  if (next_poll && now - Date.parse(next_poll) > lateAfterMs) return attention('wait', 'Late');
  if (warnings.length > 0) return attention('wait', 'Warnings');
  return fine('good', 'Connected');
}
