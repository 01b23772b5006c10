import type { BatchItem, InteractionBatch } from '@trellis/contracts';
import { flagParameter, waitPreference } from '@trellis/operations';
import { z } from 'zod';
import { requesterOf } from '../access/requester.js';
import { preferredWaitMs, toMs, untilEnded } from './interact.js';
import type { BatchRequest } from './plan-batch.js';
import { batchPreview, batchResource, batchToJson, previewToJson } from './resource.js';
import type { OperationRequest } from '../operation.js';

/** The input of every operation that starts a bulk command. */
export const batchInput = {
  query: z.strictObject({
    dry_run: flagParameter('Changes nothing, and answers what would be requested.'),
  }),
  headers: { Prefer: waitPreference },
};

export const batchAnswer = {
  status: 202,
  body: batchResource,
  others: {
    200: {
      description: 'A preview (`dry_run`), or the batch if it has ended',
      body: z.union([batchPreview, batchResource]),
    },
  },
} as const;

/** How long things may wait for their turn by default (ms). */
const defaultExpiryMs = 10 * 60_000;

export const defaultExpiry = (): string => new Date(Date.now() + defaultExpiryMs).toISOString();

/** A thing of a bulk command, with its own values if they differ. */
export type PlannedItem = Omit<BatchItem, 'input'> & { values?: Record<string, unknown> };

interface PlannedBatch extends Omit<BatchRequest, 'select' | 'input'> {
  /** For all things that have no values of their own. */
  input?: unknown;
  /** How long the changes of properties take. */
  transitionSeconds: number | undefined;
  items: PlannedItem[];
  /** The scene that it restores. */
  scene?: string;
  expires: string;
  isPreview: boolean | undefined;
}

type StartingRequest = Pick<
  OperationRequest,
  | 'connectors'
  | 'caller'
  | 'sealing'
  | 'newId'
  | 'subscribeHints'
  | 'deadline'
  | 'endTurn'
  | 'inTurn'
  | 'header'
  | 'hrefs'
  | 'requestId'
  | 'bearer'
>;

/** Previews or starts a bulk command, and waits for its end if the caller prefers that. */
export async function answerBatch(
  request: StartingRequest,
  { isPreview, ...planned }: PlannedBatch,
) {
  const { connectors, caller, header, hrefs } = request;
  if (isPreview) {
    const { operation } = planned;
    const items = planned.items.map(({ values: _values, ...item }) => item);
    const { refused } = await connectors('batches.preview', { caller, operation, items });
    return { status: 200 as const, body: previewToJson(items, refused, request) };
  }
  const waitMs = header('Prefer') === undefined ? 0 : preferredWaitMs(header('Prefer'));
  const batch = await startBatch(request, planned, waitMs);
  const body = batchToJson(batch, hrefs);
  if (waitMs > 0 && batch.status !== 'pending') return { status: 200 as const, body };
  return { headers: { Location: hrefs.interaction(batch.id) }, body };
}

function startBatch(
  request: StartingRequest,
  { input, transitionSeconds, items, scene, ...requested }: Omit<PlannedBatch, 'isPreview'>,
  waitMs: number,
): Promise<InteractionBatch> {
  const { connectors, caller, sealing, newId, inTurn } = request;
  const id = newId();
  const { developer } = caller;
  const binding = { purpose: 'interaction_batches.input', developer, id } as const;
  const sealed = (value: unknown) =>
    value === undefined ? {} : { input: sealing.seal(binding, value) };
  const started = {
    ...requested,
    caller,
    id,
    transition_ms: toMs(transitionSeconds),
    ...sealed(input),
    requester: Object.assign(requesterOf(request), { batch: id, scene }),
    items: items.map(({ values, ...item }) => ({ ...item, ...sealed(values) })),
  };
  const start = () => inTurn(() => connectors('batches.start', started));
  const read = () => connectors('batches.read', { caller, id });
  return untilEnded(request, { id, start, read, waitMs });
}
