import type { ConnectorsContract, Handler, Received } from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { v5 as uuidFrom } from 'uuid';
import { writeInTurn, type Queries } from '../../database.js';
import { failed } from '../../delivery/settle.js';
import { requireRoom } from '../../accounts/quotas.js';
import type { Runtime } from '../../runtime.js';
import { endBatches, type EndNeeds } from './end.js';
import { runGroups } from './group.js';
import { planItems, type PlannedItem, type PlanNeeds } from './plan.js';
import { readBatch } from './batches.js';

type Needs = PlanNeeds & EndNeeds & Pick<Runtime, 'database' | 'groups' | 'quotas' | 'log'>;

type Start = Received<ConnectorsContract, 'batches.start'>;

/** Returns which things would refuse a bulk command. */
export const previewBatch: Handler<'batches.preview', PlanNeeds> = async (
  needs,
  { caller: { developer }, operation, items },
) => {
  const planned = await planItems(needs, { developer, operation, items });
  return {
    refused: planned.flatMap(({ item: { thing }, problem }) =>
      problem ? [{ thing, problem: problem.toData() }] : [],
    ),
  };
};

/**
 * Stores a bulk command with all its parts, and starts it. Each part counts for the quota of pending interactions;
 * without room for all of them nothing is stored.
 */
export const startBatch: Handler<'batches.start', Needs> = async (needs, input, context) => {
  const { database, groups, quotas, log } = needs;
  const { caller, id, operation, items } = input;
  const { developer } = caller;
  const planned = await planItems(needs, { developer, operation, items });
  try {
    const key = await writeInTurn(database, { developer, deadline: context }, async (tx) => {
      const key = await store(tx, input, planned);
      await requireRoom(tx, quotas, { name: 'pending_interactions', developer });
      return key;
    });
    await endBatches(needs, [key]);
  } catch (error) {
    // The first delivery of this call has stored it, but may not have started it.
    if (!isUniqueViolation(error)) throw error;
  }
  const waiting = new Set(planned.flatMap(({ group }) => group ?? []));
  await runGroups(groups, [...waiting]).catch((error: unknown) => {
    log.warn({ err: error }, 'bulk command waits for the reconciliation');
  });
  return readBatch(needs, { caller, id }, context);
};

async function store(
  tx: Queries,
  { id, caller, operation, name, input, expires }: Start,
  planned: PlannedItem[],
): Promise<bigint> {
  const { developer, subject } = caller;
  const { key } = await tx.batch.create({
    data: { id, developer, subject, operation, name, input, expires },
    select: { key: true },
  });
  const ended = new Date();
  const data = planned.map(({ item: { thing, subject, creator, idempotent }, group, problem }) => ({
    // A repeated call creates the same id.
    id: uuidFrom(thing, id),
    developer,
    subject,
    thing,
    clientId: creator.kind === 'client' ? creator.id : null,
    app: creator.kind === 'app' ? creator.id : null,
    operation,
    name,
    idempotent,
    batchKey: key,
    ...(problem ? { ...failed(problem), ended } : { status: 'waiting', groupId: group }),
  }));
  await tx.interaction.createMany({ data });
  return key;
}
