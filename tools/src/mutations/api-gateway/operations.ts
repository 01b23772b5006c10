import type { Mutation } from '../mutation.js';

export default [
  {
    file: 'apps/api-gateway/src/operations/audit.ts',
    from: `    .transform(canonicalId)
`,
    to: '',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/authorizations.ts',
    from: 'identify({ developer, actor, subject, ids: [client], error });',
    to: 'void actor;',
    noticedBy: ['apps/api-gateway/src/audit-without-token.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/authorizations.ts',
    from: `    'Cache-Control': 'no-store',
`,
    to: '',
    noticedBy: ['apps/api-gateway/src/operations/authorizations.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/connectors.ts',
    from: ', headers: { Location: hrefs.instance(id) }',
    to: '',
    noticedBy: ['apps/api-gateway/src/created.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/connectors.ts',
    from: `answer: z.array(descriptionResource).readonly(),
    isConstant: true,`,
    to: 'answer: z.array(descriptionResource).readonly(),',
    noticedBy: ['apps/api-gateway/src/constants.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/events.ts',
    from: 'lastEventId === undefined && Object.hasOwn(values, name)',
    to: 'Object.hasOwn(values, name)',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/events.ts',
    from: 'if (!property || property.writeOnly) {',
    to: 'if (!property) {',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/health.ts',
    from: 'await check().catch(() => {',
    to: 'await Promise.resolve().catch(() => {',
    noticedBy: ['apps/api-gateway/src/operations/health.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/things/requestable.ts',
    from: "creator.kind === 'app' && creator.id === app;",
    to: "creator.kind === 'app';",
    noticedBy: ['apps/api-gateway/src/interactions.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/interactions.ts',
    from: '.filter(([name]) => !properties[name]?.writeOnly)',
    to: '',
    noticedBy: ['apps/api-gateway/src/interactions.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/subjects.ts',
    from: `page: pageOf(query) });
      return listAnswer`,
    to: `page: pageOf({}) });
      return listAnswer`,
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/things.ts',
    from: 'types: [...new Set([types].flat())],',
    to: 'types: [types].flat(),',
    noticedBy: ['apps/api-gateway/src/operations/things.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/things/list.ts',
    from: '...grantedTo(request) }',
    to: '...grantedTo(request), subject: undefined }',
    noticedBy: ['apps/api-gateway/src/streams.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/things.ts',
    from: ', headers: { Location: hrefs.thing(id) }',
    to: '',
    noticedBy: ['apps/api-gateway/src/created.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/tokens.ts',
    from: 'await countAttempt(client_id);',
    to: '',
    noticedBy: ['apps/api-gateway/src/limits.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/tokens.ts',
    from: "headers: { 'Cache-Control': 'no-store' },",
    to: '',
    noticedBy: ['apps/api-gateway/src/operations/tokens.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-batches.ts',
    from: 'const maxItems = 1_000;',
    to: 'const maxItems = 1_001;',
    noticedBy: ['apps/api-gateway/src/operations/unit-batches.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-properties.ts',
    from: "if (!isRepetition || !isProblem(error, 'already_exists')) throw error;",
    to: "if (!isProblem(error, 'already_exists')) throw error;",
    noticedBy: ['apps/api-gateway/src/repetition.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-references.ts',
    from: "const read = { tag: 'Units', access: 'svc.units.read', subject: 'optional' }",
    to: "const read = { tag: 'Units', access: 'svc.units.read', subject: 'none' }",
    noticedBy: ['e2e/src/tenancy.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-references.ts',
    from: `    ...admin,
    method: 'delete',`,
    to: `    ...read,
    method: 'delete',`,
    noticedBy: ['e2e/src/access.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-references.ts',
    from: "below === 'true' || isListCursor(cursor)",
    to: "below !== '' || isListCursor(cursor)",
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/unit-references.ts',
    from: 'depth: integerParameter(1, 1_000_000)',
    to: 'depth: integerParameter(0, 1_000_000)',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/units.ts',
    from: 'cursor = next;',
    to: 'cursor = undefined;',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/units.ts',
    from: "if (query.dry_run === 'true') {",
    to: 'if (query.dry_run !== undefined) {',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/webhooks.ts',
    from: '...(secretStored && { secret })',
    to: 'secret',
    noticedBy: ['apps/api-gateway/src/operations/webhooks.test.ts'],
  },
  {
    file: 'apps/api-gateway/src/operations/webhooks.ts',
    from: ', status }',
    to: ' }',
    noticedBy: ['apps/api-gateway/src/lists.test.ts'],
  },
] satisfies Mutation[];
