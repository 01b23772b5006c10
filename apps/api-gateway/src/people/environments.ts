import { environment, Problem, roles } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { change, changed, named, ofOrganization, personOf, row } from './row.js';
import { consoleApp, type PersonBearer, tokenSeconds } from '../access/person-session.js';

export const environmentResource = environment
  .extend({ id: environment.shape.id.describe('The claim `sub` of its access tokens.') })
  .meta({ id: 'Environment' });

const creating = problemsOf('environments.create');

export const environmentOperations: Operation[] = [
  operation.post(`${ofOrganization}/environments`, {
    ...row,
    id: 'createEnvironment',
    summary: 'Create environment',
    description:
      'An account of its own, with its own apps, quotas and data: nothing of one is visible in another. For owners.',
    input: { body: named },
    answer: { status: 201, body: environmentResource, problems: creating },
    audit: { resource: 'environment' },
    async handle({ accounts, body, newId, ...request }) {
      const created = await change(request, creating, (own) =>
        accounts('environments.create', { ...own, ...body, id: newId() }),
      );
      return { body: created };
    },
  }),
  operation.patch('/api/v1/environments/:id', {
    ...row,
    id: 'updateEnvironment',
    summary: 'Rename environment',
    description: 'Changes its name. For owners.',
    input: { body: named },
    answer: { status: 200, body: environmentResource, problems: problemsOf('environments.update') },
    audit: { resource: 'environment' },
    async handle({ accounts, body, params: { id }, ...request }) {
      const update = { person: personOf(request), id, ...body };
      return { body: changed(request, await accounts('environments.update', update)) };
    },
  }),
  operation.post('/api/v1/environments/:id/token', {
    ...row,
    id: 'createEnvironmentToken',
    summary: 'Create access token of a person',
    description:
      'An access token for an environment, valid for five minutes, with the scopes of the role of the person.',
    answer: {
      status: 200,
      body: z
        .object({
          access_token: z.string(),
          token_type: z.literal('Bearer'),
          expires_in: z.number().int(),
          scope: z.string(),
        })
        .meta({ id: 'EnvironmentToken' }),
      problems: ['not_found', ...problemsOf('environments.authorize')],
    },
    async handle({ accounts, issueToken, params: { id }, ...request }) {
      if (!issueToken) throw new Problem('not_found', 'An external issuer issues the tokens.');
      const { person } = request.bearer as PersonBearer;
      const { role } = await accounts('environments.authorize', { person: person.id, id });
      const scope = roles[role].scopes.join(' ');
      const act = { sub: person.id, email: person.email };
      const claims = { sub: id, azp: consoleApp, scope, act };
      return {
        body: {
          access_token: issueToken(claims, tokenSeconds),
          token_type: 'Bearer' as const,
          expires_in: tokenSeconds,
          scope,
        },
        headers: { 'Cache-Control': 'no-store' },
      };
    },
  }),
];
