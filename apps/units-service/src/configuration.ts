import { commonConfiguration, wholeNumber } from '@trellis/platform';

/** The configuration of units-service. */
export const configuration = commonConfiguration.extend({
  DATABASE_CONNECTIONS: wholeNumber(1, 1000)
    .default(10)
    .describe('Connections to the database at the most.'),
  TRAVERSAL_CONNECTIONS: wholeNumber(1, 100)
    .default(2)
    .describe('Connections kept for walks through the graph of units, beside the others.'),
  TRAVERSAL_TIMEOUT_MS: wholeNumber(100, 60_000)
    .default(3_000)
    .describe('Longest time that a walk through the graph of units may take (ms).'),
});
