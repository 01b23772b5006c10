import { throughAgent, type ResolveHost } from '@trellis/connector-sdk';
import { freePort, newAccount } from '@trellis/testing';
import { createSealing, generateKey } from '@trellis/sealing';
import { afterAll, beforeAll } from '@jest/globals';
import { oneStack } from '../one-stack.js';
import { startAgentProgram, type AgentProgram } from './program.js';

const ticketMs = 60 * 60_000;

/** Starts the product and an agent for the tests of a file; returns the lookup of hosts that connector-runtime uses. */
export function agentRoute(port: number): () => ResolveHost {
  const keys = generateKey();
  const stack = oneStack({ environment: { SECRETS_KEYS: keys, AGENT_RELAY_PORT: String(port) } });
  let program: AgentProgram;
  let resolve: ResolveHost;
  beforeAll(async () => {
    const { request, developer } = newAccount(stack());
    const created = await request('POST', '/agents', { subject: 'alice', body: { name: 'Home' } });
    const { id, pairing } = created.body as { id: string; pairing: { code: string } };
    program = await startAgentProgram(['--url', stack().address, '--code', pairing.code]);
    await program.prints('Connected to');
    const binding = { purpose: 'agent-ticket', developer, id } as const;
    const ticket = createSealing(keys).seal(binding, { until: Date.now() + ticketMs });
    resolve = throughAgent(async () => ({
      agent: id,
      relay: `http://127.0.0.1:${port}`,
      ticket,
    }));
  });
  afterAll(() => program.clear());
  return () => resolve;
}

export const relayPort = await freePort();
