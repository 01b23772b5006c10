import { erasure, type Erasure, Problem, subjectId } from '@trellis/contracts';
import { requireScope } from '@trellis/operations';
import { z } from 'zod';
import { operation, type Operation, type OperationRequest } from '../operation.js';
import { reference } from '../resources/reference.js';
import { receiptKeys, signReceipt } from './receipt.js';

const tag = 'Subjects';

const { shape } = erasure;

export const erasureResource = erasure
  .extend({
    href: z.url(),
    subject: reference.optional().describe('Present while it is running.'),
    clients_left: shape.clients_left.describe(
      'The connector clients that are still to be removed.',
    ),
    erased: shape.erased.describe('How many of each kind were deleted or changed so far.'),
    last_error: shape.last_error.describe('Why the last attempt failed; it is repeated.'),
    receipt: z
      .string()
      .optional()
      .describe(
        'Once it is completed: a JSON Web Signature (compact, EdDSA) of its id, times and counts. Verify it with the keys ' +
          'at `/api/v1/erasures/keys`.',
      ),
  })
  .meta({ id: 'Erasure' });

const receiptKeySet = z
  .object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  })
  .meta({ id: 'ReceiptKeys' });

/** The scopes of everything that an erasure deletes, besides that of the row. */
const otherScopes = ['svc.connector', 'svc.things.admin'] as const;

/** The erasure of end users who leave. */
export const erasureOperations: Operation[] = [
  operation.delete('/api/v1/subjects/:id', {
    tag,
    access: { scope: 'svc.units.admin' },
    id: 'deleteSubject',
    summary: 'Erase subject',
    description:
      'Deletes the subject and everything that names it: its connector clients with their grants at the vendors, its ' +
      'things with their history, the units that it owns, its links, messages, activity and events. In the audit log, ' +
      '`erased:<id of the erasure>` replaces it. Meanwhile, requests for the subject are refused (409, ' +
      '`erasure_under_way`); afterwards, its id may be used anew. Repeating the request answers the erasure under way. ' +
      `Also needs the scopes ${otherScopes.map((scope) => `\`${scope}\``).join(' and ')}.`,
    answer: { status: 202, body: erasureResource },
    audit: { resource: 'subject' },
    async handle({ connectors, caller, bearer, params: { id }, newId, erasures, ...request }) {
      for (const scope of otherScopes) requireScope(scope, bearer);
      const { developer } = caller;
      if (!subjectId.safeParse(id).success) {
        throw new Problem('not_found', 'There is no such subject.');
      }
      const started = await connectors('erasures.start', { id: newId(), developer, subject: id });
      await erasures.reload();
      return {
        headers: { Location: request.hrefs.erasure(started.id) },
        body: await erasureToJson(request, developer, started),
      };
    },
  }),
  operation.get('/api/v1/erasures/keys', {
    tag,
    access: { scope: 'public' },
    id: 'getReceiptKeys',
    summary: 'Retrieve the keys of receipts',
    description:
      'The public keys by which receipts of erasures are verified, as a JSON Web Key Set (RFC 7517).',
    answer: { status: 200, body: receiptKeySet },
    async handle({ sealing }) {
      return { body: receiptKeySet.parse(await receiptKeys(sealing)) };
    },
  }),
  operation.get('/api/v1/erasures/:id', {
    tag,
    access: { scope: 'svc.units.read' },
    id: 'getErasure',
    summary: 'Retrieve erasure',
    description:
      'How far it got, and its receipt once it is completed. It can be read for 90 days after that.',
    answer: { status: 200, body: erasureResource },
    async handle({ connectors, caller: { developer }, params: { id }, ...request }) {
      const found = await connectors('erasures.read', { developer, id });
      return { body: await erasureToJson(request, developer, found) };
    },
  }),
];

export async function erasureToJson(
  { sealing, hrefs }: Pick<OperationRequest, 'sealing' | 'hrefs'>,
  developer: string,
  { subject, ...found }: Erasure,
) {
  return {
    ...found,
    href: hrefs.erasure(found.id),
    ...(subject !== undefined && { subject: { href: hrefs.subject(subject) } }),
    ...(found.status === 'completed' && {
      receipt: await signReceipt(sealing, hrefs.base, { ...found, developer }),
    }),
  };
}
