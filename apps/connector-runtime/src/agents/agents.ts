import {
  agentProtocol,
  agentReport,
  agentVersion,
  Problem,
  requireExpected,
  type Agent,
  type Caller,
  type Handler,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { requireRoom } from '../accounts/quotas.js';
import { writeInTurn, type Database, type Queries } from '../database.js';
import type { Agent as Row } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { visibleTo } from '../visible.js';
import { pollClientsOf } from './attach.js';
import { fingerprintOf, newPairingCode } from './keys.js';

type Needs = Pick<Runtime, 'database'>;

/** The most agents of a subject. */
const maxPerSubject = 20;

const tooMany = () => new Problem('quota_exceeded', `A subject may have ${maxPerSubject} agents.`);

/** Creates an agent that is to be paired. A repeated request gets another code. */
export const createAgent: Handler<
  'agents.create',
  Needs & Pick<Runtime, 'quotas' | 'units'>
> = async ({ database, quotas, units }, { caller, id, name }, deadline) => {
  await units('subjects.register', caller);
  const { code, columns } = newPairingCode();
  const row = await writeInTurn(database, { developer: caller.developer, deadline }, async (tx) => {
    const existing = await tx.agent.findFirst({ where: { id, ...visibleTo(caller) } });
    if (existing) return tx.agent.update({ where: { id }, data: columns });
    if ((await tx.agent.count({ where: visibleTo(caller) })) >= maxPerSubject) throw tooMany();
    const created = await tx.agent.create({ data: { id, ...caller, name, ...columns } });
    await requireRoom(tx, quotas, { name: 'agents', developer: caller.developer });
    return created;
  });
  return { agent: await toAgent(database, row), pairing: code };
};

export const listAgents: Handler<'agents.list', Needs> = async (
  { database },
  { caller, state, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.agent.findMany({
    where: { ...visibleTo(caller), key: { gt: after }, ...(await inState(database, state)) },
    orderBy: { key: 'asc' },
    take,
  });
  const ids = rows.flatMap(({ relay }) => relay ?? []);
  const online = await onlineRelays(database, ids);
  return toPage(rows, page, (row) => showAgent(row, online));
};

/** Selects the agents in a state: connected ones are those of a gateway that lives. */
async function inState(database: Database, state: Agent['state'] | undefined): Promise<object> {
  if (state === undefined) return {};
  if (state === 'unpaired') return { publicKey: null };
  const relays = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM relays WHERE until > now()`;
  const relay = { in: relays.map(({ id }) => id) };
  if (state === 'online') return { relay };
  return { publicKey: { not: null }, OR: [{ relay: null }, { NOT: { relay } }] };
}

/** Lists the agents of a subject, for the page on which it connects technologies. */
export async function listAgentsOf(database: Database, of: Required<Caller>): Promise<Agent[]> {
  const where = visibleTo(of);
  const rows = await database.agent.findMany({
    where,
    orderBy: { key: 'asc' },
    take: maxPerSubject,
  });
  const online = await onlineRelays(
    database,
    rows.flatMap(({ relay }) => relay ?? []),
  );
  return rows.map((row) => showAgent(row, online));
}

export const readAgent: Handler<'agents.read', Needs> = async ({ database }, on) =>
  toAgent(database, await requireAgent(database, on));

export const updateAgent: Handler<'agents.update', Needs> = async (
  { database },
  { name, expected, ...on },
  deadline,
) => {
  const { developer } = on.caller;
  const row = await writeInTurn(database, { developer, deadline }, async (tx) => {
    const found = await lockAgent(tx, { ...on, expected });
    if (name === undefined || name === found.name) return found;
    return tx.agent.update({ where: { id: found.id }, data: { name } });
  });
  return toAgent(database, row);
};

export const issueCode: Handler<'agents.issue_code', Needs> = async ({ database }, on) => {
  const { id } = await requireAgent(database, on);
  const { code, columns } = newPairingCode();
  await database.agent.update({ where: { id }, data: columns });
  return code;
};

export const removeAgent: Handler<
  'agents.remove',
  Needs & Pick<Runtime, 'pool' | 'polls' | 'log' | 'publishAgentsEnded'>
> = async (needs, { expected, ...on }, deadline) => {
  const { developer } = on.caller;
  const id = await writeInTurn(needs.database, { developer, deadline }, async (tx) => {
    const { id } = await lockAgent(tx, { ...on, expected });
    await tx.agent.deleteMany({ where: { id } });
    return id;
  });
  await needs.publishAgentsEnded([id]);
  await pollClientsOf(needs, [{ id, developer }]);
  return {};
};

interface OnAgent {
  caller: Caller;
  id: string;
}

/** Reads an agent that the caller sees; any other is not found. */
async function requireAgent(database: Queries, { caller, id }: OnAgent): Promise<Row> {
  const where = { id, ...visibleTo(caller) };
  const found = isUuid(id) && (await database.agent.findFirst({ where }));
  if (!found) throw new Problem('not_found', 'There is no such agent.');
  return found;
}

/** Returns the id of an agent that the caller sees; throws `unknown_reference` for any other. */
export async function requireOwnAgent(
  database: Queries,
  caller: Caller,
  id: string,
): Promise<string> {
  const where = { id, ...visibleTo(caller) };
  const found = isUuid(id) && (await database.agent.findFirst({ where }));
  if (found) return found.id;
  const detail =
    caller.subject === undefined ? 'There is no such agent.' : 'The subject has no such agent.';
  throw new Problem('unknown_reference', detail, { errors: [{ pointer: '/via', detail }] });
}

/** Locks an agent in one of the expected versions until the transaction ends. */
async function lockAgent(
  tx: Queries,
  { expected, ...on }: OnAgent & { expected?: string[] | undefined },
): Promise<Row> {
  const { key } = await requireAgent(tx, on);
  await tx.$queryRaw`SELECT key FROM agents WHERE key = ${key} FOR UPDATE`;
  const agent = await requireAgent(tx, on);
  requireExpected(agentVersion(showAgent(agent, new Set())), expected);
  return agent;
}

async function toAgent(database: Database, row: Row): Promise<Agent> {
  return showAgent(row, await onlineRelays(database, row.relay === null ? [] : [row.relay]));
}

/** Returns those gateways whose leases have not ended. */
async function onlineRelays(database: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM relays WHERE id = ANY (${ids}::uuid[]) AND until > now()`;
  return new Set(rows.map(({ id }) => id));
}

function showAgent(row: Row, online: ReadonlySet<string>): Agent {
  const { publicKey, pairingExpires, relay, protocol, report, roundTripMs } = row;
  const isOnline = relay !== null && online.has(relay);
  const hasCode = pairingExpires !== null && pairingExpires > new Date();
  const said = agentReport.safeParse(report).data;
  return {
    id: row.id,
    subject: row.subject,
    name: row.name,
    state: publicKey === null ? 'unpaired' : isOnline ? 'online' : 'offline',
    since: row.since.toISOString(),
    ...(hasCode && { pairing_expires: pairingExpires.toISOString() }),
    ...(publicKey && { key: fingerprintOf(publicKey) }),
    ...(said && { report: said }),
    ...(protocol !== null && protocol < agentProtocol.version && { outdated: true as const }),
    ...(isOnline && roundTripMs !== null && { round_trip_ms: roundTripMs }),
    created: row.created.toISOString(),
  };
}
