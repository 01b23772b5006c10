import { commonConfiguration, wholeNumber } from '@trellis/platform';

export const configuration = commonConfiguration.extend({
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('The most connections for frequent statements; up to four more serve the others.'),
  TRAVERSAL_CONNECTIONS: wholeNumber(1, 100)
    .default(2)
    .describe('Further connections, reserved for traversals of the graph of units.'),
  TRAVERSAL_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(3_000)
    .describe('How long a statement of a traversal may take (ms).'),
});
