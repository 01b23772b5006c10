import type { Mutation } from './mutation.js';

export default [
  {
    file: 'libs/platform/src/configuration.ts',
    from: "if (environment.NODE_ENV === 'production') refuseSampleSecrets(given);",
    to: '',
    noticedBy: ['libs/platform/src/configuration.test.ts'],
  },
  {
    file: 'libs/platform/src/configuration.ts',
    from: "value !== undefined && value !== ''",
    to: 'value !== undefined',
    noticedBy: ['libs/platform/src/configuration.test.ts'],
  },
  {
    file: 'libs/platform/src/service.ts',
    from: 'closers.unshift(close)',
    to: 'closers.push(close)',
    noticedBy: ['libs/platform/src/service.test.ts'],
  },
  {
    file: 'libs/platform/src/sweeps.ts',
    from: 'const sweepIntervalMs = 60_000;',
    to: 'const sweepIntervalMs = 24 * 60 * 60_000;',
    noticedBy: ['libs/platform/src/sweeps.test.ts'],
  },
  {
    file: 'libs/platform/src/tracing/sampler.ts',
    from: 'if (context.getValue(stranger)) {',
    to: 'if (false) {',
    noticedBy: ['libs/platform/src/tracing/tracing.test.ts'],
  },
  {
    file: 'libs/platform/src/tracing/tracing.ts',
    from: 'if (!byTrace.has(traceId)) byTrace.set(traceId, span);',
    to: 'byTrace.set(`${traceId} ${byTrace.size}`, span);',
    noticedBy: ['apps/units-service/src/tracing.test.ts'],
  },
] satisfies Mutation[];
