import type { SecretsHealth } from '@trellis/contracts';
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { PrismaClient, TwoFactor } from '../generated/prisma/client.js';
import type { AuthSecret } from './auth.js';

interface Needs {
  prisma: PrismaClient;
  /** The current one first. */
  secrets: readonly AuthSecret[];
}

const pageSize = 200;

/** Re-encrypts the second steps of people with the current key; counts those that cannot be decrypted. */
export async function rotateSecrets({ prisma, secrets }: Needs): Promise<SecretsHealth> {
  const left: Record<string, number> = {};
  let page: TwoFactor[] = [];
  do {
    page = await prisma.twoFactor.findMany({
      where: { id: { gt: page.at(-1)?.id ?? '' } },
      orderBy: { id: 'asc' },
      take: pageSize,
    });
    for (const row of page) {
      const unknown = await rotate({ prisma, secrets }, row);
      if (unknown !== undefined) left[unknown] = (left[unknown] ?? 0) + 1;
    }
  } while (page.length === pageSize);
  return {
    current_key: secrets[0]!.id,
    left,
    unknown_keys: Object.keys(left).filter((key) => !secrets.some(({ id }) => id === key)),
    developers_left: 0,
    surveyed: new Date().toISOString(),
  };
}

/** Re-encrypts a second step unless it has changed meanwhile; returns its key if it cannot be decrypted. */
async function rotate(
  { prisma, secrets }: Needs,
  { id, secret: data }: TwoFactor,
): Promise<string | undefined> {
  const version = parseEnvelope(data)?.version;
  const [current] = secrets;
  if (version === current!.version) return undefined;
  const known = secrets.find((secret) => secret.version === version);
  if (!known) return `version ${version}`;
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: current!.version,
  };
  const plain = await symmetricDecrypt({ key, data }).catch(() => undefined);
  if (plain === undefined) return known.id;
  const sealed = await symmetricEncrypt({ key, data: plain });
  await prisma.twoFactor.updateMany({
    where: { id, secret: data },
    data: { secret: sealed },
  });
  return undefined;
}
