import { throughAgent, type ResolveHost } from '@trellis/connector-sdk';
import { freePort, newAccount, startAgentProgram, type AgentProgram } from '@trellis/testing';
import { createSealing, generateKey } from '@trellis/sealing';
import { afterAll, beforeAll } from '@jest/globals';
import { oneStack } from '../one-stack.js';

const ticketMs = 60 * 60_000;

const relayPort = await freePort();

export interface AgentRoute {
  /** Looks hosts up as connector-runtime does, with a ticket for the agent by default. */
  resolve: ResolveHost;
  resolveWith(ticket: string): ResolveHost;
  /** Seals a ticket for an agent, which ends at a time. */
  seal(given: { agent?: string; until?: number }): string;
  program: AgentProgram;
}

/** Starts the product and an agent for the tests of a file. */
export function agentRoute(): () => AgentRoute {
  const keys = generateKey();
  const environment = { SECRETS_KEYS: keys, AGENT_RELAY_PORT: String(relayPort) };
  const stack = oneStack({ environment });
  let route: AgentRoute;
  beforeAll(async () => {
    const { request, developer } = newAccount(stack());
    const created = await request('POST', '/agents', { subject: 'alice', body: { name: 'Home' } });
    const { id, pairing } = created.body as { id: string; pairing: { code: string } };
    const program = await startAgentProgram(['--url', stack().address, '--code', pairing.code]);
    await program.prints('Connected to');
    const seal: AgentRoute['seal'] = ({ agent = id, until = Date.now() + ticketMs }) =>
      createSealing(keys).seal({ purpose: 'agent-ticket', developer, id: agent }, { until });
    const relay = `http://127.0.0.1:${relayPort}`;
    const resolveWith = (ticket: string) =>
      throughAgent(async () => ({ agent: id, relay, ticket }));
    route = { resolve: resolveWith(seal({})), resolveWith, seal, program };
  });
  afterAll(() => route.program.clear());
  return () => route;
}
