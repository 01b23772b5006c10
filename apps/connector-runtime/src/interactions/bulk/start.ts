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
    const quota = { name: 'pending_interactions', developer } as const;
    const key = await writeInTurn(database, { developer, deadline: context }, async (tx) => {
      const { id, name, input: sealed, expires, requester } = input;
      const data = {
        id,
        developer,
        subject: caller.subject,
        operation,
        name,
        input: sealed,
        expires,
        requester,
      };
      const { key } = await tx.batch.create({ data, select: { key: true } });
      // A command without room is refused before its parts are stored, which takes much more.
      const waiting = planned.filter(({ problem }) => !problem).length;
      await requireRoom(tx, quotas, { ...quota, planned: waiting });
      await storeParts(tx, input, key, planned);
      await requireRoom(tx, quotas, quota);
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

/** Stores the parts of a bulk command, not by Prisma, which would compile a query with thousands of parameters. */
async function storeParts(
  tx: Queries,
  { id, caller, operation, name, transition_ms: transitionMs }: Start,
  key: bigint,
  planned: PlannedItem[],
): Promise<void> {
  const items = planned.map(({ item }) => item);
  const idsOf = (kind: 'client' | 'app') =>
    items.map(({ creator }) => (creator?.kind === kind ? creator.id : null));
  // A repeated call creates the same ids.
  const ids = items.map(({ thing }) => uuidFrom(thing, id));
  const problems = planned.map(({ problem }) => (problem ? failed(problem).problem! : null));
  await tx.$executeRaw`
    INSERT INTO interactions (developer, operation, name, batch_key, transition_ms, id, subject, thing, client_id, app, idempotent,
      input, group_id, problem, status, ended)
    SELECT ${caller.developer}, ${operation}, ${name ?? null}, ${key}, ${transitionMs ?? null}, part.*,
      CASE WHEN part.problem IS NULL THEN 'waiting' ELSE 'failed' END,
      CASE WHEN part.problem IS NOT NULL THEN now() END
    FROM unnest(
      ${ids}::uuid[], ${items.map(({ subject }) => subject ?? null)}::text[], ${items.map(({ thing }) => thing)}::uuid[],
      ${idsOf('client')}::uuid[], ${idsOf('app')}::text[], ${items.map(({ idempotent }) => idempotent)}::boolean[],
      ${planned.map(({ item, problem }) => (problem ? null : (item.input ?? null)))}::text[],
      ${planned.map(({ group }) => group ?? null)}::uuid[], ${problems}::text[]
    ) AS part(id, subject, thing, client_id, app, idempotent, input, group_id, problem)`;
}
