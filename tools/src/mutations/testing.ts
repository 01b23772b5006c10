import type { Mutation } from './mutation.js';

export default [
  {
    file: 'libs/testing/src/wait-for.ts',
    from: 'if (performance.now() > deadline) throw',
    to: 'if (performance.now() < deadline) throw',
    noticedBy: ['libs/testing/src/wait-for.test.ts'],
  },
  {
    file: 'libs/testing/src/sets.ts',
    from: `    if (isDeferred[0]) throw new Error('The first call of a set was deferred.');
`,
    to: '',
    noticedBy: ['libs/testing/src/sets.test.ts'],
  },
] satisfies Mutation[];
