import type { Mutation } from './mutation.js';
import http from './api-gateway/http.js';
import operations from './api-gateway/operations.js';

export default [
  ...http,
  ...operations,
  {
    file: 'apps/api-gateway/src/configuration.ts',
    from: '.default(60_000)',
    to: '.default(0)',
    noticedBy: [
      'apps/api-gateway/src/configuration.test.ts',
      'tools/src/configuration/reference.test.ts',
    ],
  },
  {
    file: 'apps/api-gateway/src/events/stream.ts',
    from: "if (page.missed) yield { type: 'reset', cursor: page.cursor };",
    to: '',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/main.ts',
    from: ', commandTimeout: 250',
    to: '',
    noticedBy: ['e2e/src/redis.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/resources/limits.ts',
    from: '...(used !== undefined && { used })',
    to: '...(used && { used })',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/resources/unit-suggestion.ts',
    from: 'toReferences(things, hrefs.thing)',
    to: 'toReferences(things, hrefs.unit)',
    noticedBy: ['apps/api-gateway/src/resources.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/server.ts',
    from: "app.disable('x-powered-by');",
    to: '',
    noticedBy: ['apps/api-gateway/src/server.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/server.ts',
    from: 'limitRequestTime(request, response, requestTimeoutMs);',
    to: '',
    noticedBy: ['apps/api-gateway/src/request-time.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/things/directory.ts',
    from: "op: ['subscribeevent', 'unsubscribeevent'],",
    to: "op: ['subscribeevent'],",
    noticedBy: ['apps/api-gateway/src/things/thing-description.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/things/interaction.ts',
    from: 'return Math.min(Number(seconds) * 1000, maxWaitMs);',
    to: 'return Number(seconds) * 1000;',
    noticedBy: ['apps/api-gateway/src/things/interaction.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/units/import.ts',
    from: 'const maxFailures = 10_000;',
    to: 'const maxFailures = 100_000;',
    noticedBy: ['apps/api-gateway/src/import.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/units/import.ts',
    from: 'if (chunk.length < chunkLimits.lines && bytes < chunkLimits.bytes) continue;',
    to: 'if (chunk.length < chunkLimits.lines) continue;',
    noticedBy: ['apps/api-gateway/src/import.test.ts'],
  },
] satisfies Mutation[];
