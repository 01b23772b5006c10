import { isDeepStrictEqual } from 'node:util';
import {
  Problem,
  type Caller,
  type ProblemCode,
  type ShownConfiguration,
} from '@trellis/contracts';
import { z } from 'zod';
import type { OperationRequest } from '../operation.js';

export const outcome = z
  .object({
    connector_type_id: z.string(),
    status: z
      .enum(['copied', 'exists', 'differs', 'replaced', 'secrets_needed', 'refused'])
      .describe(
        '`exists`: the environment has the same already, secrets aside. `differs`: it has another one, which only ' +
          '`replace` changes. `secrets_needed`: repeat the request with these secrets.',
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
  /** Whether to change what differs. */
  replace: boolean;
}

/** A configuration without its secrets, and the pointers of these. */
interface Copied {
  shown: ShownConfiguration;
  /** Everything else that is compared. */
  rest: unknown;
}

/** Returns whether an environment has the same already. Secrets that only it has stay, and make no difference. */
export const isSame = (copied: Copied, own: Copied): boolean =>
  isDeepStrictEqual(
    [copied.shown.configuration, copied.rest],
    [own.shown.configuration, own.rest],
  ) && missingSecrets(copied.shown, own.shown).length === 0;

/** Returns the secrets that a replacement has to be given, because the one before does not have them. */
export const missingSecrets = (
  replacement: ShownConfiguration,
  before: ShownConfiguration,
): string[] => replacement.secrets.filter((pointer) => !before.secrets.includes(pointer));

/** Returns the outcome of a failed copy; throws problems that are not of this one. */
export function toOutcome(
  failure: unknown,
  refusals: readonly ProblemCode[],
): Pick<Outcome, 'status' | 'detail'> {
  if (!(failure instanceof Problem) || !refusals.includes(failure.code)) throw failure;
  if (failure.code === 'already_exists') return { status: 'exists' };
  return { status: 'refused', detail: failure.message };
}
