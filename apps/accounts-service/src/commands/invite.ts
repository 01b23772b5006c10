import { randomBytes } from 'node:crypto';
import { emailAddress, memberRole, plainText } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { v7 as newId } from 'uuid';
import { z } from 'zod';
import { baseOf, configuration } from '../configuration.js';
import { openDatabase, type Queries } from '../database.js';
import { invitationLink, invite } from '../organizations/invitations.js';

/**
 * Invites a person for an operator, given as JSON, and prints the link. The organization is created where it is
 * missing; an account that has no organization yet becomes its environment.
 */
const given = z
  .object({
    email: emailAddress,
    role: memberRole.default('owner'),
    organization: plainText,
    environments: z.array(plainText),
  })
  .parse(JSON.parse(process.argv[2]!));

const settings = readConfiguration(
  configuration.pick({ DATABASE_URL: true, PUBLIC_URL: true, PORT: true }),
);
const { prisma } = openDatabase(settings.DATABASE_URL, { maxConnections: 1 });
const id = newId();
const secret = randomBytes(32).toString('base64url');
const { email, role } = given;
await prisma.$transaction(async (tx) => {
  const organizationId = await findOrganization(tx);
  await addEnvironments(tx, organizationId);
  await invite(tx, { id, organizationId, email, role, secret, emailed: false, invitedBy: null });
});
process.stdout.write(`${invitationLink(baseOf(settings), { id, secret })}\n`);
process.exit(0);

async function findOrganization(tx: Queries): Promise<string> {
  const { organization: name, environments } = given;
  const known = await tx.environment.findFirst({ where: { id: { in: environments } } });
  if (known) return known.organizationId;
  const [named] = await tx.organization.findMany({ where: { name }, take: 1 });
  return named?.id ?? (await tx.organization.create({ data: { id: newId(), name } })).id;
}

async function addEnvironments(tx: Queries, organizationId: string): Promise<void> {
  for (const account of given.environments) {
    const known = await tx.environment.findUnique({ where: { id: account } });
    if (!known) {
      await tx.environment.create({ data: { id: account, organizationId, name: account } });
    } else if (known.organizationId !== organizationId) {
      throw new Error(`The account ${account} belongs to another organization.`);
    }
  }
}
