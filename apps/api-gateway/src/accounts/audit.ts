import { auditFilter, type AuditFilter, auditRecord, text } from '@trellis/contracts';
import {
  canonicalId,
  idForm,
  type IdForms,
  itemsOfPages,
  listAnswer,
  pageOf,
  requireSubject,
  scanQuery,
} from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation } from '../operation.js';

const { shape } = auditRecord;

export const auditEntryResource = auditRecord
  .extend({
    actor: shape.actor.describe(
      '`app`: the client id of the access token; `subject`: an end user in a browser; `operator`: ' +
        'somebody who runs this service.',
    ),
    operation: shape.operation.describe(
      'An `operationId` of this document, or the name of a command of an operator.',
    ),
    problem: shape.problem.describe('The code with which it was refused or failed.'),
    items: shape.items.describe('How the items of a batch ended.'),
  })
  .meta({ id: 'AuditEntry' });

const row = { tag: 'Audit log', access: { scope: 'svc.audit.read', subject: 'optional' } } as const;

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .optional();

const filterQuery = {
  from: instant.meta({ description: 'Entries of this time and later ones.', type: 'string' }),
  to: instant.meta({ description: 'Entries before this time.', type: 'string' }),
  actor: text.optional().describe('Entries of this app, end user or operator.'),
  subject: idForm.optional().describe('Entries of operations that acted for this subject.'),
  operation: text.optional().describe('Entries of this operation, by its `operationId`.'),
  resource: idForm.optional().describe('Entries that name this id.'),
};

function toFilter(
  { subject, resource, ...query }: z.output<z.ZodObject<typeof filterQuery>>,
  forms: IdForms,
): AuditFilter {
  return auditFilter.parse({
    ...query,
    ...(subject !== undefined && { subject: requireSubject(forms, subject, '/query/subject') }),
    ...(resource !== undefined && { resource: canonicalId(forms.named(resource)) }),
  });
}

const exportedAtOnce = 1_000;

export const auditOperations: Operation[] = [
  operation.get('/api/v1/audit', {
    ...row,
    id: 'listAuditEntries',
    summary: 'Retrieve the audit log',
    description:
      'The requests that changed something or were refused, newest first; with a subject, only those made for it.',
    input: { query: z.strictObject({ ...filterQuery, ...scanQuery }) },
    answer: { status: 200, body: z.array(auditEntryResource) },
    async handle({ units, caller, query, hrefs, idForms, url }) {
      const filter = toFilter(query, idForms);
      const found = await units('audit.list', { caller, page: pageOf(query), filter });
      return listAnswer(found, { base: hrefs.base, url }, (entry) => entry);
    },
  }),
  operation.get('/api/v1/audit/export', {
    ...row,
    id: 'exportAuditEntries',
    summary: 'Export the audit log',
    description:
      'The same entries as lines of JSON. An export that breaks off ends the connection.',
    input: { query: z.strictObject(filterQuery) },
    answer: { status: 200, lines: auditEntryResource },
    async handle({ units, caller, query, streams, bearer, idForms, inTurn }) {
      const filter = toFilter(query, idForms);
      const fetchPage = (limit: number, cursor: string | undefined) =>
        inTurn(() => units('audit.list', { caller, page: { limit, cursor }, filter }));
      return { lines: itemsOfPages(fetchPage, { limit: exportedAtOnce, ...streams.open(bearer) }) };
    },
  }),
];
