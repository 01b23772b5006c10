import { quotaVariables } from '@trellis/contracts';
import { commonConfiguration, wholeNumber, wholeNumbers } from '@trellis/platform';

export const configuration = commonConfiguration.extend({
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('The most connections for frequent statements; up to four more serve the others.'),
  TRAVERSAL_CONNECTIONS: wholeNumber(1, 100)
    .default(2)
    .describe(
      'Further connections, reserved for traversals of the graph of units; half of them, at least one, can work for one developer.',
    ),
  TRAVERSAL_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(3_000)
    .describe('How long a statement of a traversal may take (ms).'),
  JSON_LD_THREADS: wholeNumber(1, 64)
    .default(2)
    .describe(
      'Threads that check JSON-LD; half of them, at least one, can work for one developer.',
    ),
  JSON_LD_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(2_000)
    .describe('How long a thread may take for one JSON-LD document (ms).'),
  JSON_LD_MAX_HEAP_MB: wholeNumber(32, 4_096)
    .default(256)
    .describe('Memory that a thread may take for one JSON-LD document (MiB).'),
  JSON_LD_MAX_WAITING: wholeNumber(1, 100_000)
    .default(256)
    .describe('How many JSON-LD documents of one developer may wait for a thread.'),
  ...wholeNumbers(quotaVariables('units')),
  HISTORY_DAYS: wholeNumber(0, 3_650)
    .default(7)
    .describe('How long the values that things have had are kept (days); 0 for not at all.'),
  AUDIT_DAYS: wholeNumber(1, 36_500)
    .default(90)
    .describe('How long entries of the audit log are kept (days).'),
  CHANGES_DAYS: wholeNumber(1, 365)
    .default(7)
    .describe('How long changes and events can be followed from at least (days).'),
});
