import {
  maxConnectSessions,
  Problem,
  type Handler,
  type OpenConnectSession,
} from '@trellis/contracts';
import { pageRange, toPage } from '@trellis/database';
import { validate as isUuid } from 'uuid';
import { writeInTurn } from '../database.js';
import type { ConnectSession as Row } from '../generated/prisma/client.js';
import type { Runtime } from '../runtime.js';
import { visibleTo } from '../visible.js';
import { refuseRevoked } from './revoked-apps.js';

type Needs = Pick<Runtime, 'database'>;

export const createSession: Handler<'connect.create_session', Needs> = async (
  { database },
  { caller: { developer, subject }, id, app, types = [], client, expires_at: expires },
  deadline,
) => {
  await writeInTurn(database, { developer, deadline }, async (tx) => {
    await refuseRevoked(tx, { developer, app });
    const data = { id, developer, subject, app, types, client: client ?? null, expires };
    // A repetition of the request.
    await tx.connectSession.createMany({ data, skipDuplicates: true });
    const surplus = await tx.connectSession.findMany({
      where: { developer, subject },
      orderBy: { key: 'desc' },
      skip: maxConnectSessions,
      select: { key: true },
    });
    await tx.connectSession.deleteMany({ where: { key: { in: surplus.map(({ key }) => key) } } });
  });
  return {};
};

export const listSessions: Handler<'connect.list_sessions', Needs> = async (
  { database },
  { caller, page },
) => {
  const { after, take } = pageRange(page);
  const rows = await database.connectSession.findMany({
    where: { ...visibleTo(caller), key: { gt: after }, expires: { gt: new Date() } },
    orderBy: { key: 'asc' },
    take,
  });
  return toPage(rows, page, toSession);
};

const toSession = ({ id, subject, app, types, client, ...row }: Row): OpenConnectSession => ({
  id,
  subject,
  app,
  ...(types.length > 0 && { types }),
  ...(client !== null && { client }),
  created: row.created.toISOString(),
  expires_at: row.expires.toISOString(),
});

export const removeSession: Handler<'connect.remove_session', Needs> = async (
  { database },
  { caller, id },
) => {
  const where = { id, ...visibleTo(caller), expires: { gt: new Date() } };
  const { count } = isUuid(id) ? await database.connectSession.deleteMany({ where }) : { count: 0 };
  if (count === 0) throw new Problem('not_found', 'There is no such connect session.');
  return {};
};
