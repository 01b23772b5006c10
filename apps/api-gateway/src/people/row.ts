import { z } from 'zod';
import { plainText } from '@trellis/contracts';
import type { OperationRequest } from '../operation.js';
import type { PersonBearer } from './session.js';

/** The members of operations for people who are signed in. */
export const row = { tag: 'Organizations', access: { scope: 'person' } } as const;

export const path = '/api/v1/organizations';
export const ofOrganization = `${path}/:id` as const;

export const named = z.strictObject({ name: plainText });

/** Returns the id of the person of a request. */
export const personOf = ({ bearer }: Pick<OperationRequest, 'bearer'>): string =>
  (bearer as PersonBearer).person.id;

/** Returns the person and the organization of a request, whose audit entries are those of the organization. */
export function within({
  bearer,
  params: { id },
  identify,
}: Pick<OperationRequest, 'bearer' | 'identify'> & { params: { id: string } }) {
  identify({ developer: id, actor: bearer.actor! });
  return { person: personOf({ bearer }), organization: id };
}
