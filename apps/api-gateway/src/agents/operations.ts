import { agentVersion, plainText } from '@trellis/contracts';
import {
  answerPatch,
  changedAnswer,
  expectedBy,
  listAnswer,
  pageOf,
  pageQuery,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, problemsOf } from '../operation.js';
import { agentResource, agentToJson, answerOf, newAgent, pairing } from './resource.js';

const tag = 'Agents';
const access = { scope: 'svc.connector', subject: 'optional' } as const;
const changing = { tag, access } as const;
const reading = { tag, access: { ...access, scope: 'svc.connector.read' } } as const;

const path = '/api/v1/agents';

export const agentOperations: Operation[] = [
  operation.post(path, {
    ...changing,
    id: 'createAgent',
    summary: 'Create agent',
    description:
      'An agent is a program in the home of the subject, through which connector clients (`via`) reach the devices there. ' +
      'The answer has the code with which it is paired within ten minutes.',
    access: { ...access, subject: 'required' },
    input: { body: newAgent },
    answer: {
      status: 201,
      body: agentResource.extend({ pairing }).meta({ id: 'CreatedAgent' }),
      problems: problemsOf('agents.create'),
    },
    audit: { resource: 'agent' },
    async handle({ connectors, caller: { developer, subject }, body: { name }, newId, hrefs }) {
      const caller = { developer, subject: subject! };
      const created = await connectors('agents.create', { caller, id: newId(), name });
      const { body, etag } = answerOf(created.agent, hrefs);
      return {
        body: { ...body, pairing: created.pairing },
        etag,
        headers: { Location: body.href },
      };
    },
  }),
  operation.get(path, {
    ...reading,
    id: 'listAgents',
    summary: 'Retrieve agents',
    description: 'In the order of their creation.',
    input: {
      query: z.strictObject({
        ...pageQuery,
        state: agentResource.shape.state.optional().describe('Only agents in this state.'),
      }),
    },
    answer: { status: 200, body: z.array(agentResource) },
    async handle({ connectors, caller, query, hrefs, url }) {
      const { state } = query;
      const page = await connectors('agents.list', { caller, state, page: pageOf(query) });
      return listAnswer(page, { base: hrefs.base, url }, (one) => agentToJson(one, hrefs));
    },
  }),
  operation.get(`${path}/:id`, {
    ...reading,
    id: 'getAgent',
    summary: 'Retrieve agent',
    description: 'Whether it is connected, and what it has found in its network.',
    answer: { status: 200, body: agentResource },
    async handle({ connectors, caller, params: { id }, hrefs }) {
      return answerOf(await connectors('agents.read', { caller, id }), hrefs);
    },
  }),
  operation.patch(`${path}/:id`, {
    ...changing,
    id: 'updateAgent',
    summary: 'Rename agent',
    description: 'By a JSON Merge Patch (RFC 7396).',
    input: {
      body: z.strictObject({ name: plainText.max(100).optional() }).meta({ id: 'AgentPatch' }),
    },
    answer: {
      status: 204,
      others: changedAnswer(agentResource),
      problems: problemsOf('agents.update'),
    },
    audit: { resource: 'agent' },
    async handle({ connectors, caller, params: { id }, body: { name }, header, hrefs }) {
      const changed = await connectors('agents.update', {
        caller,
        id,
        name,
        ...expectedBy(header),
      });
      return answerPatch(header, { version: agentVersion(changed) }, async () =>
        answerOf(changed, hrefs),
      );
    },
  }),
  operation.post(`${path}/:id/pairing_code`, {
    ...changing,
    id: 'createPairingCode',
    summary: 'Issue pairing code',
    description:
      'For another program in place of this one, such as on a new computer. The agent goes on until the code is used.',
    answer: { status: 200, body: pairing },
    audit: { resource: 'agent' },
    handle: async ({ connectors, caller, params: { id } }) => ({
      body: await connectors('agents.issue_code', { caller, id }),
    }),
  }),
  operation.delete(`${path}/:id`, {
    ...changing,
    id: 'deleteAgent',
    summary: 'Revoke agent',
    description:
      'Ends its connection, and its key is worth nothing any more. Clients that use it stay, and reach nothing until they ' +
      'have another one.',
    answer: { status: 204, problems: problemsOf('agents.remove') },
    audit: { resource: 'agent' },
    async handle({ connectors, caller, params: { id }, header }) {
      await connectors('agents.remove', { caller, id, ...expectedBy(header) });
    },
  }),
];
