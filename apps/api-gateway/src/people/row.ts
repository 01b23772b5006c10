import { z } from 'zod';
import { plainText, Problem, type ProblemCode } from '@trellis/contracts';
import type { OperationRequest } from '../operation.js';
import type { PersonBearer } from '../access/person-session.js';

/** The members of operations for people who are signed in. */
export const row = { tag: 'Organizations', access: { scope: 'person' } } as const;

export const path = '/api/v1/organizations';
export const ofOrganization = `${path}/:id` as const;

export const named = z.strictObject({ name: plainText });

/** Returns the id of the person of a request. */
export const personOf = ({ bearer }: Pick<OperationRequest, 'bearer'>): string =>
  (bearer as PersonBearer).person.id;

type Changing = Pick<OperationRequest, 'bearer' | 'identify'>;

/** Records the change of an environment in the audit log of its organization. */
export function changed<Environment extends { organization: string }>(
  { bearer, identify }: Changing,
  { organization, ...environment }: Environment,
): Omit<Environment, 'organization'> {
  identify({ developer: organization, actor: bearer.actor! });
  return environment;
}

type InOrganization = Pick<OperationRequest, 'bearer'> & { params: { id: string } };

/** Returns the person and the organization of a request. */
export const within = ({ bearer, params: { id } }: InOrganization) => ({
  person: personOf({ bearer }),
  organization: id,
});

/**
 * Changes an organization. Successes and `problems`, which only members get, are recorded in the audit log of the
 * organization; other refusals are not, so that strangers cannot write into it.
 */
export async function change<T>(
  { identify, ...request }: InOrganization & Pick<OperationRequest, 'identify'>,
  problems: readonly ProblemCode[],
  send: (organization: { person: string; organization: string }) => Promise<T>,
): Promise<T> {
  const own = () => identify({ developer: request.params.id, actor: request.bearer.actor! });
  try {
    const output = await send(within(request));
    own();
    return output;
  } catch (error) {
    if (error instanceof Problem && problems.includes(error.code)) own();
    throw error;
  }
}
