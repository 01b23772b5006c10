import { mcpClient, Problem } from '@trellis/contracts';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest, problemsOf } from '../operation.js';
import { personOf, row } from '../people/row.js';
import { isDocumentAddress } from './client.js';
import { isLocal } from './redirect-uri.js';
import { answerAddress, authorizationRequest, digestOf, passedOn, readRequest } from './request.js';
import { codeBinding } from './tokens.js';

const path = '/api/v1/mcp_clients';

const mcpClientResource = mcpClient
  .extend({
    name: mcpClient.shape.name.describe('As it calls itself.'),
    redirect_host: z.string().describe('Where the browser went after it was authorized.'),
    scopes: z
      .array(z.string())
      .describe('Those of its access tokens, as far as the role of the person has them.'),
    expires: mcpClient.shape.expires.describe('When it ends, unless it is used before.'),
  })
  .meta({ id: 'McpClient' });

const requestedMcpClient = z
  .object({
    name: mcpClientResource.shape.name,
    described_at: z
      .string()
      .optional()
      .describe('The host of its client id, if that is the address of its description.'),
    redirect_host: z.string().describe('Where the browser goes with the answer.'),
    is_local: z.boolean().describe('Whether that is this computer.'),
    denied: z.url().describe('The address with which the browser denies the request.'),
    environments: z.array(
      mcpClient.shape.environment.extend({
        organization: z.string(),
        scopes: z.array(z.string()).describe('Those that the app wants and the role has.'),
      }),
    ),
  })
  .meta({
    id: 'McpClientRequest',
    description: 'Who wants to act as the person, where, and how far.',
  });

export const mcpClientOperations: Operation[] = [
  operation.get(`${path}/request`, {
    ...row,
    id: 'getMcpClientRequest',
    summary: 'Retrieve who wants to be authorized',
    description:
      'Checks an authorization request (RFC 6749, section 4.1.1), for the page that asks the person.',
    input: { query: z.strictObject(authorizationRequest) },
    answer: { status: 200, body: requestedMcpClient, problems: ['invalid_request', 'not_found'] },
    async handle({ accounts, query, hrefs, ...request }) {
      const { client, wanted } = await readRequest({ ...request, hrefs }, query);
      const { organizations } = await accounts('organizations.list', { person: personOf(request) });
      const environments = organizations.flatMap(({ name: organization, role, environments }) =>
        environments.flatMap(({ id, name, deletion }) =>
          deletion
            ? []
            : [
                {
                  id,
                  name,
                  organization,
                  scopes: passedOn(role, wanted),
                },
              ],
        ),
      );
      return {
        body: {
          name: client.name,
          ...(isDocumentAddress(query.client_id) && {
            described_at: new URL(query.client_id).host,
          }),
          redirect_host: new URL(query.redirect_uri).host,
          is_local: isLocal(query.redirect_uri),
          denied: answerAddress(query, hrefs.base, { error: 'access_denied' }),
          environments,
        },
      };
    },
  }),
  operation.post(path, {
    ...row,
    id: 'createMcpClient',
    summary: 'Authorize MCP client',
    description:
      'Lets an app act as the person in an environment, by the Model Context Protocol alone. It gets access tokens with ' +
      'the scopes that it wants and the role has, until the person or the membership ends it, or it is unused for 30 days.',
    input: {
      body: z
        .strictObject({ ...authorizationRequest, environment: z.string().max(256) })
        .meta({ id: 'NewMcpClient' }),
    },
    answer: {
      status: 201,
      body: z
        .object({
          id: z.uuid(),
          href: z
            .url()
            .describe('Where the browser goes, with a code that works once, for a minute.'),
        })
        .meta({ id: 'AuthorizedMcpClient' }),
      problems: [
        'invalid_request',
        'not_found',
        'insufficient_role',
        ...problemsOf('mcp_clients.authorize'),
      ],
    },
    audit: { resource: 'mcp_client' },
    handle: authorize,
  }),
  operation.get(path, {
    ...row,
    id: 'listMcpClients',
    summary: 'List MCP clients',
    description: 'The apps that the person has authorized.',
    answer: { status: 200, body: z.array(mcpClientResource) },
    async handle({ accounts, ...request }) {
      const { clients } = await accounts('mcp_clients.list', { person: personOf(request) });
      return { body: clients };
    },
  }),
  operation.delete(`${path}/:id`, {
    ...row,
    id: 'deleteMcpClient',
    summary: 'Remove MCP client',
    description: 'It gets no more access tokens; its last one ends within five minutes.',
    answer: { status: 204, problems: ['not_found'] },
    audit: { resource: 'mcp_client' },
    async handle({ accounts, params: { id }, identify, ...request }) {
      const person = personOf(request);
      const { organization } = await accounts('mcp_clients.remove', { person, id });
      identify({ developer: organization, actor: request.bearer.actor! });
    },
  }),
];

type NewMcpClient = z.output<z.ZodObject<typeof authorizationRequest>> & { environment: string };

async function authorize({
  accounts,
  body,
  hrefs,
  newId,
  identify,
  ...request
}: OperationRequest<string, NewMcpClient>) {
  const { client, wanted } = await readRequest({ ...request, hrefs }, body);
  const person = personOf(request);
  const { environment, redirect_uri, client_id } = body;
  const { role } = await accounts('environments.authorize', { person, id: environment });
  const scopes = passedOn(role, wanted);
  if (scopes.length === 0) {
    throw new Problem('insufficient_role', 'Your role has none of the scopes that the app wants.');
  }
  const id = newId();
  const { organization } = await accounts('mcp_clients.authorize', {
    person,
    id,
    client: digestOf(client_id),
    name: client.name,
    redirect_host: new URL(redirect_uri).host,
    environment,
    // Those that the role lacks may come with another role.
    scopes: wanted,
  });
  identify({ developer: organization, actor: request.bearer.actor! });
  const { code_challenge: challenge } = body;
  const code = request.sealing.seal(codeBinding, { agent: id, redirect_uri, challenge });
  return {
    body: { id, href: answerAddress(body, hrefs.base, { code }) },
    headers: { 'Cache-Control': 'no-store' },
  };
}
