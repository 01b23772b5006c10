import { member, memberRole } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { invitationResource } from './invitations.js';
import { change, ofOrganization, row, within } from './row.js';

const memberResource = member
  .extend({
    two_factor: member.shape.two_factor.describe(
      'Whether signing in takes a second step, or a passkey.',
    ),
  })
  .meta({ id: 'Member' });

const updating = problemsOf('members.update');
const removing = problemsOf('members.remove');

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
    answer: { status: 200, body: memberResource, problems: updating },
    audit: { resource: 'member' },
    async handle({ accounts, body, params, ...request }) {
      const updated = await change({ ...request, params }, updating, (own) =>
        accounts('members.update', { ...own, id: params.other, ...body }),
      );
      return { body: updated };
    },
  }),
  operation.delete(`${ofOrganization}/members/:other`, {
    ...row,
    id: 'deleteMember',
    summary: 'Remove member',
    description:
      'For owners; everybody may leave, except the last owner. Access ends within five minutes.',
    answer: { status: 204, problems: removing },
    audit: { resource: 'member' },
    async handle({ accounts, params, ...request }) {
      await change({ ...request, params }, removing, (own) =>
        accounts('members.remove', { ...own, id: params.other }),
      );
    },
  }),
];
