import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  Problem,
  type BatchItem,
  type Interaction,
  type ProblemData,
  type Thing,
} from '@trellis/contracts';
import type { OperationRequest } from '../context/operation.js';
import { requireInvocable, requireWritable } from '../things/requestable.js';
import { selectThings, type ThingSelection } from './selection.js';

/** The most errors of a value or input that are reported for each thing. */
const maxErrors = 5;

/** A write or an action of many things. */
export interface BatchRequest {
  select: ThingSelection;
  operation: Interaction['operation'];
  /** Of the property or action. */
  name: string;
  input: unknown;
}

type PlanningRequest = Pick<OperationRequest, 'units' | 'caller' | 'bearer' | 'hrefs' | 'deadline'>;

/** Selects the things of a batch, and finds out of which nothing can be requested. */
export async function planBatch(
  request: PlanningRequest,
  { select, ...requested }: BatchRequest,
): Promise<BatchItem[]> {
  const { bearer, deadline } = request;
  const items: BatchItem[] = [];
  for await (const things of selectThings(request, select)) {
    for (const thing of things) {
      items.push(planItem(thing, requested, bearer.app));
      // Checking a value takes up to 100,000 steps; other requests come in between.
      await yieldToEventLoop();
      if (deadline.remainingMs() <= 0)
        throw new Problem('timeout', 'Checking the things took too long.');
    }
  }
  return items;
}

function planItem(
  thing: Thing,
  { operation, name, input }: Omit<BatchRequest, 'select'>,
  app: string,
): BatchItem {
  const { id, subject, creator } = thing;
  const item = { thing: id, creator, ...(subject !== undefined && { subject }) };
  try {
    if (operation === 'invokeaction')
      return { ...item, ...requireInvocable(thing, { name, input }) };
    requireWritable(thing, { name, value: input, app });
    return { ...item, idempotent: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { ...item, idempotent: false, problem: shortened(error) };
  }
}

function shortened(problem: Problem): ProblemData {
  const { errors, ...data } = problem.toData();
  return { ...data, ...(errors && { errors: errors.slice(0, maxErrors) }) };
}
