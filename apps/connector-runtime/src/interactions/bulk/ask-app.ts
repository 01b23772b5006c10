import { Problem, type Attributes } from '@trellis/contracts';
import { query } from '@trellis/database';
import { completed, failed, storeSettlement } from '../../delivery/settle.js';
import type { Runtime } from '../../runtime.js';
import { valuesOf } from '../../isolation/device-request.js';
import { toProblem } from '../problem.js';
import { openInput } from './group.js';
import { claimPart, releaseParts, type PartRow } from './run.sql.js';

/** How many actions of an app are pending at once, in all bulk commands. */
const maxActionsOfApp = 16;

const writesAtOnce = 64;

/** How long a run starts interactions (ms), so that groups take turns. */
const runMs = 5_000;

/** How often the outcomes of actions are checked (ms). */
const lookMs = 250;

/** How long to wait while units-service is away (ms). */
const awayMs = 1_000;

export type AskAppNeeds = Pick<
  Runtime,
  'database' | 'pool' | 'units' | 'sealing' | 'outbox' | 'stopping'
>;

/**
 * Stores values of an app's things, or requests actions from the app; their outcomes arrive with the deliveries.
 * Returns how long to wait before the rest.
 */
export async function askApp(
  needs: AskAppNeeds,
  parts: PartRow[],
  { underWay }: { underWay: number },
): Promise<{ pauseMs: number }> {
  const endsAt = Date.now() + runMs;
  const isOver = () => needs.stopping.aborted || Date.now() >= endsAt;
  const writes = parts.filter(({ operation }) => operation !== 'invokeaction');
  const actions = parts.filter(({ operation }) => operation === 'invokeaction');
  const deliveries: string[] = [];
  const next = actions.slice(0, Math.max(0, maxActionsOfApp - underWay));
  const attributes = await readAttributes(needs, next);
  for (const part of next) {
    if (!isOver()) deliveries.push(...(await requestAction(needs, part, attributes)));
  }
  await needs.outbox.flush(deliveries);
  for (let start = 0; start < writes.length && !isOver(); start += writesAtOnce) {
    const some = writes.slice(start, start + writesAtOnce);
    const stored = await Promise.allSettled(some.map((part) => write(needs, part)));
    // Only when nothing is under way any more: what runs then is taken for interrupted.
    for (const one of stored) if (one.status === 'rejected') throw one.reason;
    if (stored.some((one) => one.status === 'fulfilled' && one.value === 'away')) {
      return { pauseMs: awayMs };
    }
  }
  return { pauseMs: lookMs };
}

/** Stores a value; says when units-service is away, and the value waits again. */
async function write(needs: AskAppNeeds, part: PartRow): Promise<'away' | undefined> {
  const { database, pool, units } = needs;
  const { id, developer, thing } = part;
  const requester = part.requester ?? undefined;
  const [begun] = await query(pool, claimPart, [id]);
  if (!begun) return undefined;
  try {
    const values = valuesOf(part, openInput(needs, part, begun.input));
    await units('things.write', { caller: { developer }, id: thing, values, requester });
    await storeSettlement(database, [id], completed());
  } catch (error) {
    const problem = toProblem(error);
    if (problem.code === 'unavailable' || problem.code === 'timeout') {
      await query(pool, releaseParts, [[id]]);
      return 'away';
    }
    await storeSettlement(database, [id], failed(problem));
  }
  return undefined;
}

/** Reads the attributes of things, for messages that are better sent without them than not at all. */
async function readAttributes({ units }: AskAppNeeds, parts: PartRow[]) {
  const [first] = parts;
  if (!first) return new Map<string, Attributes>();
  const { developer } = first;
  const ids = [...new Set(parts.map(({ thing }) => thing))];
  const input = { caller: { developer }, ids, view: 'values' } as const;
  const { things } = await units('things.show', input).catch((error: unknown) => {
    if (error instanceof Problem) return { things: [] };
    throw error;
  });
  return new Map(things.flatMap(({ id, attributes }) => (attributes ? [[id, attributes]] : [])));
}

/** Stores that an action has begun together with the message to the app; returns the deliveries. */
async function requestAction(
  needs: AskAppNeeds,
  part: PartRow,
  attributes: ReadonlyMap<string, Attributes>,
): Promise<string[]> {
  const { database, outbox } = needs;
  const { id, developer, subject, thing, name, idempotent } = part;
  try {
    return await database.$transaction(async (tx) => {
      const now = new Date();
      const { count } = await tx.interaction.updateMany({
        where: { id, status: 'waiting', batch: { expires: { gt: now }, cancelled: null } },
        data: { status: 'running', requested: now },
      });
      if (count === 0) return [];
      const where = { key: BigInt(part.batchKey) };
      const { input } = await tx.batch.findUniqueOrThrow({ where, select: { input: true } });
      return outbox.addActionRequest(tx, {
        interaction: id,
        developer,
        app: part.app!,
        subject: subject ?? undefined,
        attributes: attributes.get(thing),
        thing,
        action: name!,
        input: openInput(needs, part, input),
        idempotent,
      });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await storeSettlement(database, [id], failed(error));
    return [];
  }
}
