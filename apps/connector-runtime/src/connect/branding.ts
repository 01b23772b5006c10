import type { ConnectBranding, Handler } from '@trellis/contracts';
import type { Database } from '../database.js';

/** The branding of an account; undefined while it has none. */
export async function findBranding(
  database: Database,
  developer: string,
): Promise<ConnectBranding | undefined> {
  const row = await database.connectBranding.findUnique({ where: { developer } });
  return row ? { name: row.name, ...(row.color !== null && { color: row.color }) } : undefined;
}

export const readBranding: Handler<'connect.read_branding', { database: Database }> = async (
  { database },
  { caller: { developer } },
) => {
  const branding = await findBranding(database, developer);
  return branding ? { branding } : {};
};

export const putBranding: Handler<'connect.put_branding', { database: Database }> = async (
  { database },
  { caller: { developer }, branding },
) => {
  const data = { name: branding.name, color: branding.color ?? null };
  await database.connectBranding.upsert({
    where: { developer },
    create: { developer, ...data },
    update: data,
  });
  return {};
};
