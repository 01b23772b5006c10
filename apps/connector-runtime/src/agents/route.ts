import {
  agentOffline,
  Misconfigured,
  throughAgent,
  type ResolveHost,
} from '@trellis/connector-sdk';
import { columnsOf, query, statement } from '@trellis/database';
import type { Sealing } from '@trellis/sealing';
import type pg from 'pg';
import { inBatches } from '../batches.js';

/** Creates the lookup of hosts in the network of an agent. It throws `Unavailable` while the agent is away. */
export type ResolveThroughAgent = (of: { developer: string; agent: string }) => ResolveHost;

interface Target {
  developer: string;
  agent: string;
}

interface RouteRow {
  /** Null if the developer has no such agent. */
  name: string | null;
  relay: string | null;
}

/** Finds the gateways to which agents are connected. $1 developers, $2 ids. */
const readRoutes = statement<RouteRow>(
  'agents.routes',
  `SELECT agent.name, relay.address AS relay
  FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS given(developer, id, position)
  LEFT JOIN agents agent ON agent.id = given.id AND agent.developer = given.developer
  LEFT JOIN relays relay ON relay.id = agent.relay AND relay.until > now()
  ORDER BY given.position`,
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
  const findRoute = inBatches<Target, RouteRow>(
    (targets) => query(pool, readRoutes, columnsOf(targets, 'developer', 'agent')),
    limits,
  );
  return ({ developer, agent }) =>
    throughAgent(async () => {
      const { name, relay } = await findRoute({ developer, agent });
      if (name === null) throw removed();
      if (relay === null) throw agentOffline(name);
      const binding = { purpose: 'agent-ticket', developer, id: agent } as const;
      const ticket = sealing.seal(binding, { until: clock.now() + ticketMs });
      return { agent, name, relay, ticket };
    });
}

const removed = () => new Misconfigured('The agent was removed.', { cause: 'agent_removed' });
