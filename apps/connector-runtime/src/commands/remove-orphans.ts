import { parseArgs } from 'node:util';
import { unitsContract } from '@trellis/contracts';
import { connectBroker, connectRpcClient } from '@trellis/messaging';
import { readConfiguration } from '@trellis/platform';
import { operatorName } from './operator.js';
import { findOrphans, removeOrphans } from '../maintenance/orphans.js';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';

/**
 * Lists connector clients that have things but are not in the database, and with `--remove` removes their things.
 * units-service must be running. Exits with 1 when orphans remain.
 */
const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } });
const { DATABASE_URL, QUEUE_DATABASE_URL, REDIS_URL } = readConfiguration(
  configuration.pick({ DATABASE_URL: true, QUEUE_DATABASE_URL: true, REDIS_URL: true }),
);
const { database } = openDatabase(DATABASE_URL, { maxConnections: 2 });
const broker = await connectBroker({
  redisUrl: REDIS_URL,
  databaseUrl: QUEUE_DATABASE_URL ?? DATABASE_URL,
  name: 'remove-orphans',
});
const needs = { database, units: await connectRpcClient(broker, unitsContract) };
const print = (line: string) => process.stdout.write(`${line}\n`);

const { known, orphans } = await findOrphans(needs);
print(`${known} clients with things are in the database, ${orphans.length} are not.`);
for (const { id, developer } of orphans) print(`  ${id} of ${developer}`);
if (orphans.length > 0 && values.remove) {
  await removeOrphans(needs, orphans, { operator: operatorName() });
  print('Their things have been removed.');
} else if (orphans.length > 0) {
  print('With --remove their things are removed for good.');
}
// Only once the reader of a pipe has taken everything.
const exitCode = orphans.length > 0 && !values.remove ? 1 : 0;
process.stdout.write('', () => process.exit(exitCode));
