import {
  numberOfPrivateType,
  Problem,
  requireExpected,
  type Handler,
  type TypeTexts,
} from '@trellis/contracts';
import { isUniqueViolation } from '@trellis/database';
import { requireRoom } from '../accounts/quotas.js';
import { writeInTurn } from '../database.js';
import type { Runtime } from '../runtime.js';
import { requireTranslated } from './texts.js';
import { requireType, typeTag } from './stored/find.js';
import { bindingOf, checkDescription } from './stored/versions.js';

type Needs = Pick<Runtime, 'database' | 'registry' | 'sealing' | 'quotas'>;

/** Creates a type of the account from the description of an API. */
export const createType: Handler<'types.create', Needs> = async (
  { database, registry, sealing, quotas },
  { caller: { developer }, id, type_id: typeId, texts, configuration: sealed },
  deadline,
) => {
  const binding = bindingOf({ developer, typeId });
  const connector = registry.get(typeId);
  const description = checkDescription(connector, sealing.open(binding, sealed));
  requireTranslated(connector, { texts, description });
  const first = {
    version: 1,
    ...columnsOf(texts),
    configuration: sealing.seal(binding, description),
  };
  try {
    await writeInTurn(database, { developer, deadline }, async (tx) => {
      const number = numberOfPrivateType(typeId);
      await tx.connectorType.create({
        data: { id, developer, typeId, number, versions: { create: first } },
      });
      await requireRoom(tx, quotas, { name: 'connector_types', developer });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const existing = await database.connectorType.findUnique({
      where: { id },
      select: { key: true },
    });
    // The first delivery of this call has created the type.
    if (!existing) throw alreadyExists();
  }
  return {};
};

/** Two ids of an account rarely have the same number. */
function alreadyExists(): Problem {
  const detail = 'The account has this type already; otherwise choose another id.';
  return new Problem('already_exists', detail, { errors: [{ pointer: '/type_id', detail }] });
}

export const columnsOf = (texts: TypeTexts) => ({ texts: JSON.stringify(texts) });

/** Removes a type of which there is no instance. */
export const removeType: Handler<'types.remove', Pick<Runtime, 'database' | 'pool'>> = async (
  { database, pool },
  { caller: { developer }, type_id: type, expected },
  deadline,
) => {
  const { key, typeId } = await requireType(pool, { developer, type });
  await writeInTurn(database, { developer, deadline }, async (tx) => {
    // Instances are created with a lock that waits for this one.
    await tx.$queryRaw`SELECT key FROM connector_types WHERE key = ${BigInt(key)} FOR UPDATE`;
    if (expected) requireExpected(typeTag(await requireType(pool, { developer, type })), expected);
    const where = { developer, connectorType: typeId };
    const instance = await tx.instance.findFirst({ where, select: { id: true } });
    if (instance) throw instanceAttached(instance.id);
    await tx.connectorType.deleteMany({ where: { key: BigInt(key) } });
  });
  return {};
};

const instanceAttached = (id: string) =>
  new Problem('instance_attached', 'Delete its instance first.', {
    existing: { kind: 'instance', id },
  });
