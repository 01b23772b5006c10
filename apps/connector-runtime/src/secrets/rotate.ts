import type { Sealing } from '@trellis/sealing';
import type { Database } from '../database.js';

/**
 * Seals with the current key whatever was sealed with an older one, so that the older one can be
 * taken out of the configuration. Runs at every start; usually there is nothing to do.
 */
export async function rotateSecrets(database: Database, sealing: Sealing): Promise<number> {
  const current = sealing.seal('').split('.', 2).join('.');
  const outdated = {
    where: { NOT: { configuration: { startsWith: `${current}.` } } },
    select: { id: true, configuration: true },
    take: 500,
  };
  const again = (configuration: string) => sealing.seal(sealing.open(configuration));
  let rotated = 0;
  for (;;) {
    const instances = await database.instance.findMany(outdated);
    const clients = await database.client.findMany(outdated);
    for (const { id, configuration } of instances) {
      const where = { id, configuration };
      await database.instance.updateMany({ where, data: { configuration: again(configuration) } });
    }
    for (const { id, configuration } of clients) {
      const where = { id, configuration };
      await database.client.updateMany({ where, data: { configuration: again(configuration) } });
    }
    const count = instances.length + clients.length;
    if (count === 0) return rotated;
    rotated += count;
  }
}
