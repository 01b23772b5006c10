import { member, memberRole } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { invitationResource } from './invitations.js';
import { ofOrganization, row, within } from './row.js';

const memberResource = member
  .extend({
    two_factor: member.shape.two_factor.describe(
      'Whether signing in takes a second step, or a passkey.',
    ),
  })
  .meta({ id: 'Member' });

export const memberOperations: Operation[] = [
  operation.get(`${ofOrganization}/members`, {
    ...row,
    id: 'listMembers',
    summary: 'List members',
    description: 'The members of an organization, and the open invitations.',
    answer: {
      status: 200,
      body: z.object({
        members: z.array(memberResource),
        invitations: z.array(invitationResource),
      }),
    },
    async handle({ accounts, ...request }) {
      return { body: await accounts('members.list', within(request)) };
    },
  }),
  operation.patch(`${ofOrganization}/members/:other`, {
    ...row,
    id: 'updateMember',
    summary: 'Change the role of a member',
    description: 'For owners; one owner must remain. It counts within five minutes.',
    input: { body: z.strictObject({ role: memberRole }) },
    answer: { status: 200, body: memberResource, problems: problemsOf('members.update') },
    audit: { resource: 'member' },
    async handle({ accounts, body, params, ...request }) {
      const { id, other } = params;
      const changed = { ...within({ ...request, params: { id } }), id: other, ...body };
      return { body: await accounts('members.update', changed) };
    },
  }),
  operation.delete(`${ofOrganization}/members/:other`, {
    ...row,
    id: 'deleteMember',
    summary: 'Remove member',
    description:
      'For owners; everybody may leave, except the last owner. Access ends within five minutes.',
    answer: { status: 204, problems: problemsOf('members.remove') },
    audit: { resource: 'member' },
    async handle({ accounts, params: { id, other }, ...request }) {
      await accounts('members.remove', { ...within({ ...request, params: { id } }), id: other });
    },
  }),
];
