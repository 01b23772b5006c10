import type { Mutation } from './mutation.js';

const src = 'apps/cli/src';

export default [
  {
    file: `${src}/session/session.ts`,
    from: 'if (url !== profile.url) {',
    to: 'if (url === undefined) {',
    noticedBy: [`${src}/session/profiles.test.ts`],
  },
  {
    file: `${src}/session/files.ts`,
    from: 'mode: 0o600',
    to: 'mode: 0o644',
    noticedBy: [`${src}/session/profiles.test.ts`],
  },
  {
    file: `${src}/output/table.ts`,
    from: 'safeLine(column.text(row)',
    to: '(column.text(row)',
    noticedBy: [`${src}/output/table.test.ts`],
  },
] satisfies Mutation[];
