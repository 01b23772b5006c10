import type { ConnectorClient, ListedClient } from '../api/connectors.js';
import type { Tone } from './values.js';

interface ClientState {
  tone: Tone;
  label: string;
}

/** Time after `next_poll` from which on a client counts as late (ms). */
const lateAfterMs = 60_000;

export function clientState(client: ConnectorClient | ListedClient, now: number): ClientState {
  const { status, removal, paused, warnings, next_poll } = client;
  const awaitsAuthorization =
    'things' in client ? client.awaits_authorization : client.authorization !== undefined;
  const hasWarnings = typeof warnings === 'number' ? warnings > 0 : warnings.length > 0;
  const state = (tone: Tone, label: string): ClientState => ({ tone, label });
  if (removal)
    return removal.last_error ? state('bad', 'Removal failed') : state('wait', 'Being removed');
  if (paused) return state('calm', 'Paused');
  if (status === 'ERROR') return state('bad', 'Error');
  if (awaitsAuthorization) return state('wait', 'Waiting for authorization');
  if (status === 'STARTING') return state('wait', 'Starting');
  if (next_poll && now - Date.parse(next_poll) > lateAfterMs) return state('wait', 'Late');
  if (hasWarnings) return state('wait', 'Warnings');
  return state('good', 'Connected');
}

/** The connection over which a client receives events, in words. */
export const connectionTexts: Record<NonNullable<ConnectorClient['connection']>['state'], string> =
  {
    connecting: 'Connecting',
    connected: 'Connected',
    disconnected: 'Not connected',
    agent_offline: 'Agent not connected',
  };
