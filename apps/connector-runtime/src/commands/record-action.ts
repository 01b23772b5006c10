import { auditResource, plainText } from '@trellis/contracts';
import { readConfiguration } from '@trellis/platform';
import { z } from 'zod';
import { recordOperatorActions } from '../accounts/operator-actions.js';
import { operatorName } from './operator.js';
import { configuration } from '../configuration.js';
import { openDatabase } from '../database.js';

/** Records an action, given as JSON, that an operator is about to perform on an account with another program. */
const action = z
  .object({ developer: plainText, operation: z.string(), resource: auditResource })
  .parse(JSON.parse(process.argv[2]!));

const { DATABASE_URL } = readConfiguration(configuration.pick({ DATABASE_URL: true }));
const { database } = openDatabase(DATABASE_URL, { maxConnections: 1 });
await recordOperatorActions(database, [{ ...action, operator: operatorName() }]);
process.exit(0);
