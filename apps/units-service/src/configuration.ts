import { quotaVariables } from '@trellis/contracts';
import { commonConfiguration, wholeNumber, wholeNumbers } from '@trellis/platform';

export const configuration = commonConfiguration.extend({
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('Maximum connections for frequent statements; up to four more serve the others.'),
  TRAVERSAL_CONNECTIONS: wholeNumber(1, 100)
    .default(2)
    .describe(
      'Further connections, reserved for traversals of the graph; one developer can use half of them.',
    ),
  TRAVERSAL_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(3_000)
    .describe('Timeout of a statement of a traversal (ms).'),
  JSON_LD_PROCESSES: wholeNumber(1, 64)
    .default(2)
    .describe('Processes that validate JSON-LD; one developer can use half of them.'),
  JSON_LD_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(2_000)
    .describe('Timeout of the validation of a JSON-LD document (ms).'),
  JSON_LD_MAX_HEAP_MB: wholeNumber(32, 4_096)
    .default(256)
    .describe('Memory of a process that validates JSON-LD (MiB).'),
  JSON_LD_MAX_WAITING: wholeNumber(1, 100_000)
    .default(256)
    .describe('Maximum JSON-LD documents of a developer that wait for a process.'),
  ...wholeNumbers(quotaVariables('units')),
  HISTORY_DAYS: wholeNumber(0, 3_650)
    .default(7)
    .describe('Retention of past values of things (days); 0 for none.'),
  AUDIT_DAYS: wholeNumber(1, 36_500).default(90).describe('Retention of the audit log (days).'),
  CHANGES_DAYS: wholeNumber(1, 365).default(7).describe('Retention of changes and events (days).'),
});
