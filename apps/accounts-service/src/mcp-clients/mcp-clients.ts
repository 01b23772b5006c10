import {
  environmentDeleted,
  maxMcpClients,
  Problem,
  type McpClient,
  type Handler,
} from '@trellis/contracts';
import { validate as isUuid } from 'uuid';
import type { McpClient as Row, PrismaClient } from '../generated/prisma/client.js';
import { requireMemberOf } from '../organizations/environments.js';

interface Needs {
  prisma: PrismaClient;
}

/** How long a code can be exchanged (ms): the app does so at once (RFC 6749, section 4.1.2). */
const codeLifetimeMs = 60_000;

export const authorizeMcpClient: Handler<'mcp_clients.authorize', Needs> = async (
  { prisma },
  { person: userId, id, client, name, redirect_host, environment: environmentId, scopes },
) => {
  const { organizationId, deleted } = await requireMemberOf(prisma, {
    person: userId,
    id: environmentId,
  });
  if (deleted) throw environmentDeleted();
  const expires = new Date(Date.now() + codeLifetimeMs);
  const redirectHost = redirect_host;
  const ids = { id, userId, organizationId, environmentId };
  await prisma.mcpClient.createMany({
    data: { ...ids, client, name, redirectHost, scopes, expires },
    // A repetition of the request.
    skipDuplicates: true,
  });
  const surplus = await prisma.mcpClient.findMany({
    where: { userId },
    orderBy: { lastUsed: 'desc' },
    skip: maxMcpClients,
    select: { id: true },
  });
  await prisma.mcpClient.deleteMany({ where: { id: { in: surplus.map((one) => one.id) } } });
  return { organization: organizationId };
};

export const listMcpClients: Handler<'mcp_clients.list', Needs> = async (
  { prisma },
  { person },
) => {
  const rows = await prisma.mcpClient.findMany({
    // Before its code is redeemed, an MCP client can do nothing.
    where: { userId: person, generation: { gt: 0 }, expires: { gt: new Date() } },
    include: { environment: { include: { organization: true } } },
    orderBy: { created: 'asc' },
  });
  return { clients: rows.map(toMcpClient) };
};

interface Named {
  id: string;
  name: string;
}

const toMcpClient = ({
  id,
  name,
  redirectHost,
  environment,
  scopes,
  created,
  lastUsed,
  expires,
}: Row & { environment: Named & { organization: Named } }): McpClient => ({
  id,
  name,
  redirect_host: redirectHost,
  environment: { id: environment.id, name: environment.name },
  organization: { id: environment.organization.id, name: environment.organization.name },
  scopes,
  created: created.toISOString(),
  last_used: lastUsed.toISOString(),
  expires: expires.toISOString(),
});

export const removeMcpClient: Handler<'mcp_clients.remove', Needs> = async (
  { prisma },
  { person: userId, id },
) => {
  const found = isUuid(id) && (await prisma.mcpClient.findUnique({ where: { id, userId } }));
  if (!found) throw new Problem('not_found', 'There is no such MCP client.');
  await prisma.mcpClient.deleteMany({ where: { id } });
  return { organization: found.organizationId };
};

export const revokeMcpClient: Handler<'mcp_clients.revoke', Needs> = async (
  { prisma },
  { id, client },
) => {
  const found = await prisma.mcpClient.findUnique({
    where: { id },
    include: { member: { include: { user: true } } },
  });
  if (!found) return {};
  if (found.client !== client) throw new Problem('invalid_client', 'It belongs to another app.');
  await prisma.mcpClient.deleteMany({ where: { id } });
  return { revoked: { environment: found.environmentId, email: found.member.user.email } };
};

/** Ends the authorizations of all MCP clients of a person. */
export async function removeMcpClientsOf(prisma: PrismaClient, userId: string): Promise<void> {
  await prisma.mcpClient.deleteMany({ where: { userId } });
}
