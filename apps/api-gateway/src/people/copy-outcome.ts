import { Problem, type Caller, type ProblemCode } from '@trellis/contracts';
import { z } from 'zod';
import type { OperationRequest } from '../operation.js';

export const outcome = z
  .object({
    connector_type_id: z.string(),
    status: z
      .enum(['copied', 'exists', 'secrets_needed', 'refused'])
      .describe(
        '`exists`: the environment has it already, and it stays as it is. `secrets_needed`: repeat the ' +
          'request with these secrets.',
      ),
    secrets: z.array(z.string()).optional().describe('JSON Pointers of the secrets to enter.'),
    detail: z.string().optional().describe('Why it was refused.'),
  })
  .meta({ id: 'CopyOutcome' });

export type Outcome = z.infer<typeof outcome>;

/** The most instances and types that are copied, more than an environment has. */
export const maxInstances = 1_000;

export type CopyNeeds = Pick<
  OperationRequest,
  'units' | 'connectors' | 'sealing' | 'descriptions' | 'newId' | 'accounts' | 'bearer'
>;

export interface Copying {
  from: Caller;
  to: Caller;
  secrets: Record<string, Record<string, unknown>>;
}

/** Returns the outcome of a failed copy; throws problems that are not of this one. */
export function toOutcome(
  failure: unknown,
  refusals: readonly ProblemCode[],
): Pick<Outcome, 'status' | 'detail'> {
  if (!(failure instanceof Problem) || !refusals.includes(failure.code)) throw failure;
  if (failure.code === 'already_exists') return { status: 'exists' };
  return { status: 'refused', detail: failure.message };
}
