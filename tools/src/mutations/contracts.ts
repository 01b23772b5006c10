import type { Mutation } from './mutation.js';

export default [
  {
    file: 'libs/contracts/src/calls/audit.ts',
    from: 'export const maxAuditIds = 2_000;',
    to: 'export const maxAuditIds = 1_000;',
    noticedBy: ['apps/api-gateway/src/audit.test.ts'],
  },
  {
    file: 'libs/contracts/src/calls/requests.ts',
    from: 'maxStoredAnswerLength = 512 * 1024',
    to: 'maxStoredAnswerLength = 64 * 1024',
    noticedBy: ['apps/api-gateway/src/repetition.test.ts'],
  },
  {
    file: 'libs/contracts/src/calls/webhooks.ts',
    from: "problems: ['interaction_ended'],",
    to: '',
    noticedBy: ['e2e/src/callbacks.test.ts'],
  },
  {
    file: 'libs/contracts/src/contract.ts',
    from: `  'unavailable',
  'timeout',
] as const`,
    to: `  'unavailable',
] as const`,
    noticedBy: [
      'libs/messaging/src/rpc/expired-in-sets.test.ts',
      'libs/messaging/src/rpc/call.test.ts',
      'apps/units-service/src/database/deadline.test.ts',
    ],
  },
  {
    file: 'libs/contracts/src/conforming.ts',
    from: 'if (!Object.hasOwn(value, name)) continue;',
    to: '',
    noticedBy: ['libs/contracts/src/conforming.test.ts'],
  },
  {
    file: 'libs/contracts/src/data-schema.ts',
    from: 'if (depth > maxDescribedDepth) {',
    to: 'if (depth >= maxDescribedDepth) {',
    noticedBy: ['libs/contracts/src/data-schema.test.ts'],
  },
  {
    file: 'libs/contracts/src/problems.ts',
    from: `return Object.hasOwn(problems, code)
      ? new Problem(code, detail, extras)
      : new Problem('internal', detail);`,
    to: 'return new Problem(code, detail, extras);',
    noticedBy: ['libs/contracts/src/problems.test.ts', 'libs/messaging/src/rpc/call.test.ts'],
  },
  {
    file: 'libs/contracts/src/text.ts',
    from: 'length(value) <= 256',
    to: 'length(value) < 256',
    noticedBy: ['e2e/src/input.test.ts'],
  },
] satisfies Mutation[];
