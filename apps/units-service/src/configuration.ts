import { commonConfiguration, wholeNumber } from '@trellis/platform';

export const configuration = commonConfiguration.extend({
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('The most connections to the database.'),
  TRAVERSAL_CONNECTIONS: wholeNumber(1, 100)
    .default(2)
    .describe('Further connections, reserved for recursive queries of the graph of units.'),
  TRAVERSAL_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(3_000)
    .describe('How long a recursive query of the graph of units may take (ms).'),
});
