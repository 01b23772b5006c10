import {
  Problem,
  quotaExceeded,
  type BatchedCall,
  type ConnectorsContract,
  type Handler,
  type Received,
} from '@trellis/contracts';
import { firstDeadline, isUniqueViolation, query } from '@trellis/database';
import { writeInTurn } from '../database.js';
import { requireRoom } from '../accounts/quotas.js';
import type { Runtime } from '../runtime.js';
import { findInteractions, type InteractionOutcome } from './read.js';
import { refusalByClient } from './problem.js';
import { queueForMs } from './queue.js';
import { insertInteractions, readCreators, removeInteractions } from './start.sql.js';

type Needs = Pick<
  Runtime,
  'database' | 'pool' | 'registry' | 'sealing' | 'interactions' | 'outbox' | 'quotas'
>;

type Call = BatchedCall<Received<ConnectorsContract, 'interactions.start'>>;

/**
 * Starts interactions with the creators of things: the connectors of their clients, or the webhooks of apps. Each is
 * stored first, and its outcome later. This handler does not wait for outcomes, since a device that hangs would delay
 * other calls.
 */
export const startInteraction: Handler<'interactions.start', Needs> = async (needs, calls) => {
  const isForClient = ({ input }: Call) => input.creator.kind === 'client';
  const started = (await startAtConnectors(needs, calls.filter(isForClient))).values();
  return calls.map((call) => (isForClient(call) ? started.next().value! : startAtApp(needs, call)));
};

async function startAtConnectors(
  needs: Needs,
  calls: readonly Call[],
): Promise<InteractionOutcome[]> {
  if (calls.length === 0) return [];
  const refusals = await findRefusals(needs, calls);
  const possible = calls.filter((_call, index) => !refusals[index]);
  const refused = await store(needs, possible);
  const accepted = possible.filter((call) => !refused.has(call));
  await enqueue(needs, accepted);
  const interactions = (await findInteractions(needs.pool, accepted)).values();
  return calls.map(
    (call, index) => refusals[index] ?? refused.get(call) ?? interactions.next().value!,
  );
}

/** Returns why interactions are refused, in the order of the calls. */
async function findRefusals(
  { pool, registry, quotas }: Needs,
  calls: readonly Call[],
): Promise<(Problem | undefined)[]> {
  const maxPending = quotas.client_pending_interactions;
  const rows = await query(pool, readCreators, [
    calls.map(({ input }) => input.creator.id),
    calls.map(({ input }) => input.caller.developer),
    calls.map(({ input }) => input.thing),
    maxPending,
  ]);
  const creators = new Map(rows.map((row) => [row.position, row]));
  const pending = new Map<string, number>();
  return calls.map(({ input: { creator } }, index) => {
    const client = creators.get(index + 1);
    const refusal = refusalByClient(registry, client);
    if (!client || refusal) return refusal;
    const count = pending.get(creator.id) ?? client.pending;
    pending.set(creator.id, count + 1);
    if (count < maxPending) return undefined;
    return new Problem('rate_limited', `More than ${maxPending} requests to it are under way.`);
  });
}

/** Stores interactions; returns the problems of those that exceed a quota. */
async function store({ pool, quotas }: Needs, calls: readonly Call[]): Promise<Map<Call, Problem>> {
  if (calls.length === 0) return new Map();
  const limit = quotas.pending_interactions;
  const inputs = calls.map(({ input }) => input);
  const refused = await query(
    pool,
    insertInteractions,
    [
      inputs.map(({ id }) => id),
      inputs.map(({ caller }) => caller.developer),
      inputs.map(({ subject }) => subject ?? null),
      inputs.map(({ thing }) => thing),
      inputs.map(({ creator }) => creator.id),
      inputs.map(({ operation }) => operation),
      inputs.map(({ name }) => name ?? null),
      inputs.map(({ input }) => input ?? null),
      inputs.map(({ idempotent }) => idempotent),
      limit,
      inputs.map(({ queue = false }) => queue),
      queueForMs,
      inputs.map(({ transition_ms: transitionMs }) => transitionMs ?? null),
      inputs.map(({ requester }) => (requester ? JSON.stringify(requester) : null)),
    ],
    firstDeadline(calls),
  );
  return new Map(
    refused.map(({ position, used }) => [
      calls[position - 1]!,
      quotaExceeded('pending_interactions', { limit, used: Number(used) }),
    ]),
  );
}

/** Adds the jobs of interactions; deletes the interactions when that fails. */
async function enqueue({ pool, interactions }: Needs, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return;
  const ids = calls.map(({ input }) => input.id);
  try {
    await interactions.addAll(ids.map((id) => ({ id, data: { interaction: id } })));
  } catch (error) {
    await query(pool, removeInteractions, [ids]);
    throw error;
  }
}

/** Stores the interaction together with the message to the app, which is delivered after the commit. */
async function startAtApp(needs: Needs, call: Call): Promise<InteractionOutcome> {
  const { database, outbox, quotas } = needs;
  const { id, caller } = call.input;
  let deliveries = [id];
  try {
    deliveries = await writeInTurn(
      database,
      { developer: caller.developer, deadline: call },
      async (tx) => {
        await tx.interaction.create({ data: toRow(call.input) });
        await requireRoom(tx, quotas, { name: 'pending_interactions', ...caller });
        return outbox.addActionRequest(tx, toActionRequest(needs, call.input));
      },
    );
  } catch (error) {
    // The first delivery of this call has stored it, but may not have started the delivery to the app.
    if (!isUniqueViolation(error)) throw error;
  }
  await outbox.flush(deliveries);
  const [interaction] = await findInteractions(needs.pool, [call]);
  return interaction!;
}

function toRow({ caller, creator, subject, input, ...request }: Call['input']) {
  const { id, thing, operation, name, idempotent, requester } = request;
  return {
    id,
    developer: caller.developer,
    subject: subject ?? null,
    thing,
    app: creator.id,
    operation,
    name: name ?? null,
    input: input ?? null,
    idempotent,
    requester,
  };
}

function toActionRequest({ sealing }: Needs, request: Call['input']) {
  const { id, caller, creator, subject, attributes, thing, name, input, idempotent } = request;
  const { developer } = caller;
  const binding = { purpose: 'interactions.input', developer, id } as const;
  return {
    interaction: id,
    developer,
    app: creator.id,
    subject,
    attributes,
    thing,
    action: name!,
    input: input === undefined ? undefined : sealing.open(binding, input),
    idempotent,
  };
}
