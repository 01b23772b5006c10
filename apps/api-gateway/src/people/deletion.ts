import { operation, type Operation, problemsOf } from '../operation.js';
import { erasureResource, erasureToJson } from '../subjects/erasures.js';
import { environmentResource } from './environments.js';
import { organizationResource } from './organizations.js';
import { change, changed, ofOrganization, personOf, row } from './row.js';

const removing = problemsOf('organizations.remove');

const path = '/api/v1/environments/:id' as const;

/** The deletion of environments and organizations, with a grace period in which they can be restored. */
export const deletionOperations: Operation[] = [
  operation.delete(path, {
    ...row,
    id: 'deleteEnvironment',
    summary: 'Delete environment',
    description:
      'From now on, requests with its access tokens are refused (403, `environment_deleted`) and its connector clients are ' +
      'paused. At `deletion.erases`, everything in it is erased; until then it can be restored. For owners.',
    answer: {
      status: 202,
      body: environmentResource,
      problems: problemsOf('environments.remove'),
    },
    audit: { resource: 'environment' },
    async handle({ accounts, erasures, params: { id }, ...request }) {
      const environment = await accounts('environments.remove', { person: personOf(request), id });
      await erasures.reload();
      return { body: changed(request, environment) };
    },
  }),
  operation.post(`${path}/restore`, {
    ...row,
    id: 'restoreEnvironment',
    summary: 'Restore environment',
    description:
      'Ends its deletion, until it is erased. Its connector clients are resumed within minutes. For owners.',
    answer: {
      status: 200,
      body: environmentResource,
      problems: problemsOf('environments.restore'),
    },
    audit: { resource: 'environment' },
    async handle({ accounts, erasures, params: { id }, ...request }) {
      const environment = await accounts('environments.restore', { person: personOf(request), id });
      await erasures.reload();
      return { body: changed(request, environment) };
    },
  }),
  operation.get(`${path}/erasure`, {
    ...row,
    id: 'getEnvironmentErasure',
    summary: 'Retrieve the erasure of an environment',
    description:
      'When it begins, how far it got, and its receipt once it is completed. It can be read for 90 days after that.',
    answer: { status: 200, body: erasureResource },
    async handle({ accounts, connectors, params: { id }, ...request }) {
      const { erasure } = await accounts('environments.erasure', { person: personOf(request), id });
      const found = await connectors('erasures.read', { developer: id, id: erasure });
      const href = request.hrefs.environmentErasure(id);
      return { body: { ...(await erasureToJson(request, id, found)), href } };
    },
  }),
  operation.delete(ofOrganization, {
    ...row,
    id: 'deleteOrganization',
    summary: 'Delete organization',
    description:
      'Deletes all of its environments. Its members see it until 90 days after these are erased. For owners.',
    answer: { status: 202, body: organizationResource, problems: removing },
    audit: { resource: 'organization' },
    async handle({ accounts, erasures, ...request }) {
      const organization = await change(request, removing, (own) =>
        accounts('organizations.remove', own),
      );
      await erasures.reload();
      return { body: organization };
    },
  }),
  operation.post(`${ofOrganization}/restore`, {
    ...row,
    id: 'restoreOrganization',
    summary: 'Restore organization',
    description: 'Restores all of its environments that are not erased yet. For owners.',
    answer: { status: 200, body: organizationResource, problems: removing },
    audit: { resource: 'organization' },
    async handle({ accounts, erasures, ...request }) {
      const organization = await change(request, removing, (own) =>
        accounts('organizations.restore', own),
      );
      await erasures.reload();
      return { body: organization };
    },
  }),
];
