import { Problem, type Handler } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import pMap from 'p-map';
import type { Database } from '../database.js';
import type { Agent } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { digestOf, isSigned, parseKey } from './keys.js';

type Needs = Pick<Runtime, 'database' | 'pool' | 'polls' | 'publishAgentsEnded' | 'log'>;

/**
 * Accepts the connection of an agent that has proved its key, and polls its clients at once. Another connection of the
 * agent ends.
 */
export const attachAgent: Handler<'agents.attach', Needs> = async (
  needs,
  { relay, session, protocol, proof: { key: given, message, signature, code } },
) => {
  const key = parseKey(given);
  if (!key || !isSigned(key, message, signature)) throw refused('The signature is not valid.');
  const found =
    code === undefined
      ? await findByKey(needs.database, key)
      : await pair(needs.database, { key, code });
  const { rows } = await needs.pool.query<{ previous: string | null }>(
    `UPDATE agents agent SET relay = $2, session = $3, since = now(), protocol = $5,
      round_trip_ms = NULL
    FROM agents was
    WHERE agent.id = $1 AND was.id = agent.id AND agent.public_key = $4
    RETURNING was.session AS previous`,
    [found.id, relay, session, key, protocol],
  );
  if (!rows[0]) throw refused('The agent was removed.');
  const { previous } = rows[0];
  if (previous !== null && previous !== session)
    await needs.publishAgentsEnded([found.id], session);
  await pollClientsOf(needs, [found]);
  const { developer, subject, name } = found;
  return { id: found.id, developer, subject, name };
};

/** Ends connections, and polls the clients of their agents, which finds that these are away. */
export const detachAgents: Handler<'agents.detach', Needs> = async (needs, { connections }) => {
  const { rows } = await needs.pool.query<OwnedAgent>(
    `UPDATE agents SET relay = NULL, session = NULL, since = now()
    FROM unnest($1::uuid[], $2::uuid[]) AS ended(agent, session)
    WHERE agents.id = ended.agent AND agents.session = ended.session RETURNING id, developer`,
    [connections.map(({ agent }) => agent), connections.map(({ session }) => session)],
  );
  await pollClientsOf(needs, rows);
  return {};
};

export const reportAgent: Handler<'agents.report', Needs> = async (
  { pool },
  { agent, session, report, round_trip_ms },
) => {
  const { rowCount } = await pool.query(
    `UPDATE agents SET report = coalesce($3, report), round_trip_ms = coalesce($4, round_trip_ms)
    WHERE id = $1 AND session = $2`,
    [agent, session, report === undefined ? null : JSON.stringify(report), round_trip_ms ?? null],
  );
  if (!rowCount) throw new Problem('not_found', 'The agent has no such connection.');
  return {};
};

const refused = (detail: string) => new Problem('invalid_token', detail);

async function findByKey(database: Database, key: Uint8Array<ArrayBuffer>): Promise<Agent> {
  const found = await database.agent.findUnique({ where: { publicKey: key } });
  if (!found) throw refused('The key belongs to no agent.');
  return found;
}

/** Gives the agent with a valid code this key; the code is used up. */
async function pair(
  database: Database,
  { key, code }: { key: Uint8Array<ArrayBuffer>; code: string },
): Promise<Agent> {
  try {
    const [paired] = await database.agent.updateManyAndReturn({
      where: { pairingDigest: digestOf(code), pairingExpires: { gt: new Date() } },
      data: { publicKey: key, pairingDigest: null, pairingExpires: null },
    });
    if (paired) return paired;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refused('The key belongs to another agent.');
  }
  // The answer to an earlier attempt may have been lost.
  const paired = await database.agent.findUnique({ where: { publicKey: key } });
  if (paired) return paired;
  throw refused('The pairing code is wrong, was used, or has expired.');
}

export interface OwnedAgent {
  id: string;
  developer: string;
}

/** How many clients of an agent are polled when it comes or goes; the others wait for their next poll. */
const maxClients = 1_000;

/** How many polls are requested at the same time. */
const concurrency = 100;

export async function pollClientsOf(
  { pool, polls, log }: Pick<Needs, 'pool' | 'polls' | 'log'>,
  agents: OwnedAgent[],
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT client.id FROM unnest($1::text[], $2::uuid[]) AS agent (developer, id)
    CROSS JOIN LATERAL (
      SELECT id FROM clients WHERE clients.developer = agent.developer AND via = agent.id
      ORDER BY key LIMIT ${maxClients}
    ) AS client`,
    [agents.map(({ developer }) => developer), agents.map(({ id }) => id)],
  );
  const runNow = ({ id }: { id: string }) => polls.runNow(id);
  await pMap(rows, runNow, { concurrency, stopOnError: false }).catch((err: unknown) => {
    log.warn({ err, clients: rows.length }, 'clients wait for their next poll');
  });
}
