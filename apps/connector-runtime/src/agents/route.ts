import { throughAgent, Unavailable, type ResolveHost } from '@trellis/connector-sdk';
import { query, statement } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import type pg from 'pg';
import { inBatches } from '../batches.js';

/** Creates the lookup of hosts in the network of an agent. It throws `Unavailable` while the agent is away. */
export type ResolveThroughAgent = (of: { developer: string; agent: string }) => ResolveHost;

interface RouteRow {
  agent: string;
  relay: string;
}

/** Finds the gateways to which agents are connected. $1 ids. */
export const readRoutes = statement<RouteRow>(
  'agents.routes',
  `SELECT agent.id AS agent, relay.address AS relay
  FROM unnest($1::uuid[]) AS given(id)
  JOIN agents agent ON agent.id = given.id
  JOIN relays relay ON relay.id = agent.relay AND relay.until > now()`,
);

/** How long a ticket is valid (ms): connections are opened at once. */
const ticketMs = 60_000;

const limits = { maxItems: 250, maxInFlight: 2 };

interface Needs {
  pool: pg.Pool;
  sealing: Sealing;
  clock: { now(): number };
}

export function createAgentRoutes({ pool, sealing, clock }: Needs): ResolveThroughAgent {
  const findRelay = inBatches<string, string | undefined>(async (ids) => {
    const rows = await query(pool, readRoutes, [ids]);
    const byAgent = new Map(rows.map(({ agent, relay }) => [agent, relay]));
    return ids.map((id) => byAgent.get(id));
  }, limits);
  return ({ developer, agent }) =>
    throughAgent(async () => {
      const relay = await findRelay(agent);
      if (relay === undefined) throw agentOffline();
      const binding = { purpose: 'agent-ticket', developer, id: agent } as const;
      return { agent, relay, ticket: sealing.seal(binding, { until: clock.now() + ticketMs }) };
    });
}

const agentOffline = () =>
  new Unavailable('The agent is not connected.', { sent: false, cause: 'agent_offline' });
