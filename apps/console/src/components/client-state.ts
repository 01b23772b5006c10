import type { ConnectorClient, ListedClient } from '../api/connectors.js';
import type { Tone } from './status.js';

interface ClientState {
  tone: Tone;
  label: string;
}

/** How long after `next_poll` a client counts as late (ms). */
const lateAfterMs = 60_000;

/** How a client is, in one word. */
export function clientState(client: ConnectorClient | ListedClient, now: number): ClientState {
  const { status, removal, paused, warnings, next_poll } = client;
  const isAwaited =
    'things' in client ? client.awaits_authorization : client.authorization !== undefined;
  const hasWarnings = typeof warnings === 'number' ? warnings > 0 : warnings.length > 0;
  const state = (tone: Tone, label: string): ClientState => ({ tone, label });
  if (removal)
    return removal.last_error ? state('bad', 'Removal failed') : state('wait', 'Being removed');
  if (paused) return state('calm', 'Paused');
  if (status === 'ERROR') return state('bad', 'Error');
  if (isAwaited) return state('wait', 'Waits for authorization');
  if (status === 'STARTING') return state('wait', 'Starting');
  if (next_poll && now - Date.parse(next_poll) > lateAfterMs) return state('wait', 'Late');
  if (hasWarnings) return state('wait', 'Warnings');
  return state('good', 'Connected');
}
