import { auditFilter, text, type AuditFilter } from '@trellis/contracts';
import { z } from 'zod';
import { canonicalId } from '../http/audit-entry.js';
import { listAnswer, pageOf, scanQuery } from '../http/list.js';
import { operation, type Operation } from '../http/operation.js';
import { itemsOfPages } from '../http/pages.js';
import { auditEntryResource } from '../resources/audit-entry.js';

const row = {
  tag: 'Audit log',
  access: 'svc.audit.read',
  subject: 'optional',
  method: 'get',
  status: 200,
} as const;

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .optional();

const filterQuery = {
  from: instant.meta({ description: 'Entries of this time and later ones.', type: 'string' }),
  to: instant.meta({ description: 'Entries before this time.', type: 'string' }),
  actor: text.optional().meta({ description: 'Entries of this app, end user or operator.' }),
  subject: text
    .optional()
    .meta({ description: 'Entries of operations that acted for this subject.' }),
  operation: text.optional().meta({ description: 'Entries of this operation.' }),
  resource: text
    .transform(canonicalId)
    .optional()
    .meta({ description: 'Entries that name this id.', type: 'string' }),
};

const toFilter = (query: object): AuditFilter => auditFilter.parse(query);

/** How many entries an export fetches at once. */
const exportedAtOnce = 1_000;

export const auditOperations: Operation[] = [
  operation({
    ...row,
    path: '/api/v1/audit',
    summary: 'Retrieve the audit log',
    description:
      'What changed something, or was refused, newest first. With a subject, what was done for it.',
    query: z.strictObject({ ...filterQuery, ...scanQuery }),
    answer: z.array(auditEntryResource),
    async handle({ units, caller, query, hrefs, url }) {
      const filter = toFilter(query);
      const found = await units('audit.list', { caller, page: pageOf(query), filter });
      return listAnswer(found, { base: hrefs.base, url }, (entry) => entry);
    },
  }),
  operation({
    ...row,
    path: '/api/v1/audit/export',
    summary: 'Export the audit log',
    description:
      'The same entries as lines of JSON. An export that breaks off ends the connection.',
    query: z.strictObject(filterQuery),
    lines: auditEntryResource,
    async handle({ units, caller, query, streams, bearer }) {
      const filter = toFilter(query);
      const fetchPage = (limit: number, cursor: string | undefined) =>
        units('audit.list', { caller, page: { limit, cursor }, filter });
      return {
        lines: itemsOfPages(fetchPage, { limit: exportedAtOnce, ...streams.open(bearer) }),
      };
    },
  }),
];
