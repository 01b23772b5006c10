import { randomBytes } from 'node:crypto';
import { emailAddress, invitation, memberRole, roles } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { organizationResource } from './organizations.js';
import { change, ofOrganization, personOf, row } from './row.js';

export const invitationResource = invitation
  .extend({
    link: z.url().optional().meta({
      description: 'The page that accepts it, unless it was sent; shown only now.',
      format: 'password',
      readOnly: true,
    }),
  })
  .meta({ id: 'Invitation' });

const newInvitation = z
  .strictObject({
    email: emailAddress,
    role: memberRole.describe(
      Object.entries(roles)
        .map(([name, { summary }]) => `\`${name}\`: ${summary}.`)
        .join(' '),
    ),
    send: z
      .boolean()
      .default(false)
      .describe('Whether to send the link by e-mail; then nobody else sees it.'),
  })
  .meta({ id: 'NewInvitation' });

const secret = z.strictObject({ secret: z.string().min(1).max(200) });

const openedInvitation = invitation
  .extend({
    organization: z.string(),
    has_account: z.boolean().describe('Whether somebody has signed up with the address.'),
  })
  .meta({ id: 'OpenedInvitation' });

const inviting = problemsOf('invitations.create');
const withdrawing = problemsOf('invitations.remove');

export const invitationOperations: Operation[] = [
  operation.post(`${ofOrganization}/invitations`, {
    ...row,
    id: 'createInvitation',
    summary: 'Invite somebody',
    description:
      'Answers a link to pass on, or sends it by e-mail. It works once, for that address, for seven days; one that was ' +
      'sent to the address before is then invalid. For owners.',
    input: { body: newInvitation },
    answer: { status: 201, body: invitationResource, problems: inviting },
    audit: { resource: 'invitation' },
    async handle({ accounts, sealing, body, newId, hrefs, ...request }) {
      const id = newId();
      const secret = randomBytes(32).toString('base64url');
      const sealed = sealing.seal({ purpose: 'sign-in', id }, secret);
      const invited = await change(request, inviting, (own) =>
        accounts('invitations.create', { ...own, ...body, id, secret: sealed }),
      );
      return {
        body: body.send ? invited : { ...invited, link: hrefs.invitation(id, secret) },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
  operation.delete(`${ofOrganization}/invitations/:other`, {
    ...row,
    id: 'deleteInvitation',
    summary: 'Withdraw invitation',
    description: 'Its link works no more. For owners.',
    answer: { status: 204, problems: withdrawing },
    audit: { resource: 'invitation' },
    async handle({ accounts, params, ...request }) {
      await change({ ...request, params }, withdrawing, (own) =>
        accounts('invitations.remove', { ...own, id: params.other }),
      );
    },
  }),
  operation.post('/api/v1/invitations/:id/open', {
    ...row,
    id: 'readInvitation',
    summary: 'Read invitation',
    description: 'For whoever has its link: `secret` is what follows the dot.',
    access: { scope: 'public' },
    input: { body: secret },
    answer: { status: 200, body: openedInvitation },
    async handle({ accounts, sealing, body, params: { id }, countAttempt }) {
      await countAttempt(id);
      const sealed = sealing.seal({ purpose: 'sign-in', id }, body.secret);
      return { body: await accounts('invitations.open', { id, secret: sealed }) };
    },
  }),
  operation.post('/api/v1/invitations/:id/accept', {
    ...row,
    id: 'acceptInvitation',
    summary: 'Accept invitation',
    description:
      'Makes the person who is signed in a member, if the invitation is for its address.',
    input: { body: secret },
    answer: { status: 200, body: organizationResource, problems: problemsOf('invitations.accept') },
    audit: { resource: 'member' },
    async handle({ accounts, sealing, body, params: { id }, identify, ...request }) {
      const sealed = sealing.seal({ purpose: 'sign-in', id }, body.secret);
      const accepted = { person: personOf(request), id, secret: sealed };
      const organization = await accounts('invitations.accept', accepted);
      identify({ developer: organization.id, actor: request.bearer.actor! });
      return { body: organization };
    },
  }),
];
