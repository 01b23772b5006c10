import { emailAddress } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { z } from 'zod';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';
import { removeMcpClientsOf } from '../mcp-clients/mcp-clients.js';

/** Ends the sessions and MCP clients of a person, or of everybody, for an operator, and prints how many sessions. */
const { email } = z.object({ email: emailAddress.optional() }).parse(JSON.parse(process.argv[2]!));

const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { prisma } = openDatabase(DATABASE_URL, { maxConnections: 1 });
const where = email === undefined ? {} : { email: email.toLowerCase() };
const people = await prisma.user.findMany({ where, select: { id: true } });
if (email !== undefined && people.length === 0) throw new Error(`Nobody has the address ${email}.`);
for (const { id } of people) await removeMcpClientsOf(prisma, id);
const { count } = await prisma.session.deleteMany({
  where: { userId: { in: people.map(({ id }) => id) } },
});
process.stdout.write(`${count} ${count === 1 ? 'session' : 'sessions'} ended\n`);
process.exit(0);
