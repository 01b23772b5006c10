import type { Mutation } from './mutation.js';

const src = 'apps/units-service/src';

export default [
  {
    file: `${src}/subjects/read.sql.ts`,
    from: 'WHERE link.developer = subject.developer AND link.subject = subject.id',
    to: 'WHERE link.subject = subject.id',
    noticedBy: [`${src}/subjects/subjects.test.ts`],
  },
  {
    file: `${src}/units/traversal/walk.ts`,
    from: 'if (step.depth === this.#options.maxDepth) return;',
    to: '',
    noticedBy: [`${src}/units/traversal/traverse.test.ts`],
  },
  {
    file: `${src}/units/references/list.sql.ts`,
    from: "WHERE link.unit_key = unit.key AND ${visibleThingSql('thing', 'asked.subject')}`",
    to: 'WHERE link.unit_key = unit.key`',
    noticedBy: [`${src}/units/references/references.test.ts`],
  },
  {
    file: `${src}/units/references/remove.sql.ts`,
    from: "AND ${visibleThingSql('thing', 'target.subject')}\n",
    to: '\n',
    noticedBy: [`${src}/units/references/references.test.ts`],
  },
  {
    file: `${src}/units/references/remove.sql.ts`,
    from: 'ORDER BY link.${one}, link.${two} FOR UPDATE OF link',
    to: '',
    noticedBy: [`${src}/units/references/references.test.ts`],
  },
  {
    file: `${src}/units/list.ts`,
    from: "return name === undefined ? 'none' : 'name';",
    to: "return 'none';",
    noticedBy: [`${src}/units/create.test.ts`, `${src}/units/sets.test.ts`],
  },
  {
    file: `${src}/events/page.ts`,
    from: 'more: isCut || isLong || page.isPending,',
    to: 'more: isCut || isLong,',
    noticedBy: [`${src}/events/read.test.ts`],
  },
  {
    file: `${src}/audit/record.sql.ts`,
    from: '  ON CONFLICT (id) DO NOTHING`',
    to: '`',
    noticedBy: [`${src}/audit/audit.test.ts`],
  },
  {
    file: `${src}/configuration.ts`,
    from: `    .default(3_000)
    .describe('How long a statement of a traversal may take (ms).')`,
    to: `    .default(30_000)
    .describe('How long a statement of a traversal may take (ms).')`,
    noticedBy: ['tools/src/configuration/reference.test.ts'],
  },
  {
    file: `${src}/visibility/units.ts`,
    from: 'WHERE linked.unit_key = ${unit}.key AND linked.subject = ${subject}))`',
    to: 'WHERE linked.subject = ${subject}))`',
    noticedBy: [`${src}/subjects/subjects.test.ts`, `${src}/units/sets.test.ts`],
  },
  {
    file: `${src}/units/json-ld/processor.ts`,
    from: 'slotsPerOwner: Math.max(1, Math.floor(maxThreads / 2)),',
    to: 'slotsPerOwner: maxThreads,',
    noticedBy: [`${src}/units/json-ld/processor.test.ts`],
  },
  {
    file: `${src}/units/link.sql.ts`,
    from: '\n  FOR KEY SHARE OF unit`',
    to: '`',
    noticedBy: [`${src}/units/link.test.ts`],
  },
  {
    file: `${src}/units/create.ts`,
    from: '    firstDeadline(calls),\n',
    to: '',
    noticedBy: [`${src}/units/create.test.ts`, `${src}/database/deadline.test.ts`],
  },
  {
    file: `${src}/units/traversal/place.ts`,
    from: 'const isOfWalk = way === directions[direction] && place.start === start;',
    to: 'const isOfWalk = way === directions[direction];',
    noticedBy: [`${src}/units/traversal/traverse.test.ts`],
  },
  {
    file: `${src}/handlers.ts`,
    from: "'things.of_clients': previewRemoval,",
    to: "'things.of_clients': async () => ({ things: [], links: [] }) as never,",
    noticedBy: ['e2e/src/removal.test.ts', 'e2e/src/connectors-and-clients.test.ts'],
  },
  {
    file: `${src}/units/traversal/things-below.ts`,
    from: 'if (rest.length === 0) last = { step: unread.at(-1)!.step };',
    to: 'if (rest.length === 0) last = { step: unread[0]!.step };',
    noticedBy: [`${src}/units/traversal/things-below.test.ts`],
  },
  {
    file: `${src}/units/import/store.ts`,
    from: 'if (subject !== undefined) subjects.push(subject);',
    to: '',
    noticedBy: [`${src}/units/import/import.test.ts`],
  },
  {
    file: `${src}/units/export/export.sql.ts`,
    from: 'WHERE link.child_key = unit.key AND link.parent_key < unit.key',
    to: 'WHERE link.child_key = unit.key',
    noticedBy: [`${src}/units/import/import.test.ts`],
  },
  {
    file: `${src}/main.ts`,
    from: '      requests: () => pruneRequests(pool),\n',
    to: '',
    noticedBy: ['e2e/src/housekeeping.test.ts'],
  },
  {
    file: `${src}/audit/list.ts`,
    from: 'scanned === scan ? last! : undefined',
    to: 'undefined',
    noticedBy: [`${src}/audit/audit.test.ts`],
  },
  {
    file: `${src}/units/import/import.ts`,
    from: '      await query(db, lockGraphs, [[caller.developer]]);\n',
    to: '',
    noticedBy: [`${src}/units/import/import.test.ts`],
  },
  {
    file: `${src}/units/read.sql.ts`,
    from: 'SELECT name, value, key, octet_length(name) + octet_length(value) AS bytes',
    to: 'SELECT name, value, key, octet_length(name) AS bytes',
    noticedBy: [`${src}/answer-size.test.ts`],
  },
  {
    file: `${src}/things/list.ts`,
    from: '  for (const { things } of pages) if (things.length < things[0]!.found) things.push(null);\n',
    to: '',
    noticedBy: [`${src}/answer-size.test.ts`],
  },
  {
    file: `${src}/things/upsert.ts`,
    from: 'if (used < limit) counts.set(developer, used + 1);',
    to: 'if (used <= limit) counts.set(developer, used + 1);',
    noticedBy: [`${src}/things/upsert.test.ts`, `${src}/quotas/counts.test.ts`],
  },
  {
    file: `${src}/things/upsert.sql.ts`,
    from: 'WHERE thing.id = missing.id AND thing.client_id = missing.client\n',
    to: 'WHERE thing.id = missing.id\n',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/things/upsert.sql.ts`,
    from: "AND ${isLatestSql('things.observed', 'excluded.observed')}",
    to: '',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/things/upsert.ts`,
    from: '&& !forgotten.includes(name)',
    to: '',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/things/upsert.sql.ts`,
    from: 'ORDER BY id FOR NO KEY UPDATE`',
    to: 'ORDER BY id`',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/units/traversal/items.sql.ts`,
    from: "      AND ${visibleThingSql('thing', '$4')}\n",
    to: '      AND ($4::text IS NULL OR true)\n',
    noticedBy: [`${src}/units/traversal/things-below.test.ts`],
  },
  {
    file: `${src}/units/filter.sql.ts`,
    from: "ANY ($1::bigint[]) AND ${visibleUnitSql('unit', '$2')}",
    to: 'ANY ($1::bigint[]) AND ($2::text IS NULL OR true)',
    noticedBy: [`${src}/units/traversal/traverse.test.ts`],
  },
  {
    file: `${src}/things/upsert.ts`,
    from: '  publishHints(\n    publishThingsHint,',
    to: '  publishHints(\n    () => undefined,',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/things/remove-all.ts`,
    from: '      ON CONFLICT (id) DO UPDATE SET removed = now()`',
    to: '      ON CONFLICT (id) DO NOTHING`',
    noticedBy: [`${src}/things/upsert.test.ts`],
  },
  {
    file: `${src}/units/update.ts`,
    from: '      if (expected) requireExpected(unitVersion(await readStoredUnit(db, columns)), expected);\n',
    to: '',
    noticedBy: [`${src}/units/update.test.ts`],
  },
  {
    file: `${src}/things/row.ts`,
    from: 'coalesce(${thing}.own_title, ${thing}.title) AS title',
    to: '${thing}.title AS title',
    noticedBy: [`${src}/things/update.test.ts`],
  },
  {
    file: `${src}/units/json-ld/expand.worker.ts`,
    from: "    if (hasSeveralTypes(expanded)) verdict.error = 'invalid typed value';\n",
    to: '',
    noticedBy: [`${src}/units/json-ld/conformance.test.ts`],
  },
] satisfies Mutation[];
