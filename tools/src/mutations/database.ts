import type { Mutation } from './mutation.js';

export default [
  {
    file: 'libs/database/src/answer-size.ts',
    from: 'index + 1 < deferredFrom',
    to: 'index + 1 <= deferredFrom',
    noticedBy: ['apps/units-service/src/answer-size.test.ts'],
  },
  {
    file: 'libs/database/src/deadline.ts',
    from: 'client.release(isBroken || cancelling !== undefined);',
    to: 'client.release(isBroken);',
    noticedBy: ['libs/database/src/statement.test.ts'],
  },
  {
    file: 'libs/database/src/deadline.ts',
    from: `    isBroken ||= databaseProblem(error) !== undefined && !isConflict(error);
`,
    to: '',
    noticedBy: ['libs/database/src/statement.test.ts'],
  },
  {
    file: 'libs/database/src/errors.ts',
    from: `  '57P05',
`,
    to: '',
    noticedBy: ['libs/database/src/errors.test.ts'],
  },
  {
    file: 'libs/database/src/migrate.ts',
    from: '    if (rows[0]!.locked) return;',
    to: '    if (rows[0]!.locked || true) return;',
    noticedBy: ['libs/database/src/migrate.test.ts'],
  },
  {
    file: 'libs/database/src/paging.ts',
    from: 'return key > maxKey ? maxKey : key;',
    to: 'return key;',
    noticedBy: ['libs/database/src/paging.test.ts'],
  },
  {
    file: 'libs/database/src/statement.ts',
    from: 'if (attempt === maxAttempts || !isConflict(error)) throw error;',
    to: 'throw error;',
    noticedBy: ['libs/database/src/statement.test.ts'],
  },
  {
    file: 'libs/database/src/statement.ts',
    from: `        requireTimeLeft(deadline);
`,
    to: '',
    noticedBy: ['libs/database/src/statement.test.ts'],
  },
  {
    file: 'libs/database/src/usage.ts',
    from: 'FROM ranked WHERE place <= ${limit}',
    to: 'FROM ranked WHERE place < ${limit}',
    noticedBy: [
      'apps/units-service/src/quotas/counts.test.ts',
      'apps/units-service/src/quotas/locks.test.ts',
    ],
  },
  {
    file: 'libs/database/src/traced-pool.ts',
    from: 'tracer.bind(callback) as never',
    to: 'callback as never',
    noticedBy: ['libs/database/src/traced-pool.test.ts'],
  },
] satisfies Mutation[];
