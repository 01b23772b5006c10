import { Problem, type Caller } from '@trellis/contracts';
import { findClient } from '../clients/read.js';
import type { Runtime } from '../runtime.js';

interface OnClient {
  caller: Caller;
  id: string;
}

/** Time that a request waits for the attempt (ms); longer than the attempt itself may take. */
const attemptDeadline = 9_500;

/**
 * Removes a client while the request waits. When that fails the client stays active and the removal
 * goes on as a durable job; asked again, its next attempt is made at once.
 */
export async function removeClient(
  runtime: Runtime,
  { caller, id }: OnClient,
): Promise<Record<string, never>> {
  await findClient(runtime, caller, id);
  try {
    await runtime.removals.attempt(id, { client: id }, { deadline: attemptDeadline });
  } catch {
    throw new Problem(
      'removal_failed',
      'The client stays active. Its removal is tried again by itself, and at once when repeated.',
    );
  }
  return {};
}

/** What would go with a client. */
export async function previewClientRemoval(runtime: Runtime, { caller, id }: OnClient) {
  const { developer } = await findClient(runtime, caller, id);
  const made = await runtime.units('things.of_clients', { developer, clients: [id] });
  return { clients: [id], ...made };
}
