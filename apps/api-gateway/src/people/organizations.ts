import { organization, plainText } from '@trellis/contracts';
import { listAnswer, pageOf, scanQuery } from '@trellis/operations';
import { z } from 'zod';
import { auditEntryResource } from '../accounts/audit.js';
import { operation, type Operation, problemsOf } from '../operation.js';
import { change, named, ofOrganization, path, personOf, row, within } from './row.js';

export const organizationResource = organization.meta({ id: 'Organization' });

const organizationPatch = z
  .strictObject({
    name: plainText.optional(),
    requires_two_factor: z
      .boolean()
      .optional()
      .describe(
        'Whether its environments are closed to members whose password alone signs them in.',
      ),
  })
  .meta({ id: 'OrganizationPatch', example: { requires_two_factor: true } });

const updating = problemsOf('organizations.update');

export const organizationOperations: Operation[] = [
  operation.post(path, {
    ...row,
    id: 'createOrganization',
    summary: 'Create organization',
    description:
      'With the environments `development` and `production`. Whoever creates it is its owner.',
    input: { body: named },
    answer: {
      status: 201,
      body: organizationResource,
      problems: problemsOf('organizations.create'),
    },
    audit: { resource: 'organization' },
    async handle({ accounts, body: { name }, newId, identify, ...request }) {
      const id = newId();
      const environments = ['development', 'production'].map((name, index) => ({
        id: newId(index + 1),
        name,
      }));
      const created = { person: personOf(request), id, name, environments };
      const organization = await accounts('organizations.create', created);
      identify({ developer: id, actor: request.bearer.actor! });
      return { body: organization };
    },
  }),
  operation.get(path, {
    ...row,
    id: 'listOrganizations',
    summary: 'List organizations',
    description: 'Those of the person who is signed in, each with its environments.',
    answer: { status: 200, body: z.array(organizationResource) },
    async handle({ accounts, ...request }) {
      const { organizations } = await accounts('organizations.list', { person: personOf(request) });
      return { body: organizations };
    },
  }),
  operation.patch(ofOrganization, {
    ...row,
    id: 'updateOrganization',
    summary: 'Update organization',
    description: 'Changes its name, or what it requires of members. For owners.',
    input: { body: organizationPatch },
    answer: { status: 200, body: organizationResource, problems: updating },
    audit: { resource: 'organization' },
    async handle({ accounts, body, ...request }) {
      const update = (own: ReturnType<typeof within>) =>
        accounts('organizations.update', { ...own, ...body });
      return { body: await change(request, updating, update) };
    },
  }),
  operation.get(`${ofOrganization}/audit`, {
    ...row,
    id: 'listOrganizationAuditEntries',
    summary: 'Retrieve the audit log of an organization',
    description: 'Changes of its members, invitations and environments, newest first.',
    input: { query: z.strictObject(scanQuery) },
    answer: { status: 200, body: z.array(auditEntryResource) },
    async handle({ accounts, units, query, hrefs, url, ...request }) {
      const { person, organization } = within(request);
      // Throws for anybody but its members.
      await accounts('members.list', { person, organization });
      const caller = { developer: organization };
      const found = await units('audit.list', { caller, page: pageOf(query), filter: {} });
      return listAnswer(found, { base: hrefs.base, url }, (entry) => entry);
    },
  }),
];
