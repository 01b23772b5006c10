import { commonProblems, problems, type ProblemCode } from '@trellis/contracts';
import { z } from 'zod';
import { isVersioned } from './conditions.js';
import { takesIdempotencyKey } from './idempotency.js';
import { ndjson } from './lines.js';
import type { Operation } from './operation.js';
import { problemDocument } from './problem.js';

/** Everything that an operation can answer, by status, for the OpenAPI document. */
export function describeAnswers(row: Operation, takesMatch: boolean) {
  const headers = headersOf(row);
  const success = (description: string, content: Record<string, z.ZodType> | undefined) => ({
    description,
    headers: z.object({ ...headers, Link: link, ETag: entityTag }),
    ...(content && { content: toContent(content) }),
  });
  const others = Object.entries(row.otherAnswers ?? {}).map(([status, { description, answer }]) => [
    status,
    success(description, answer && { 'application/json': answer }),
  ]);
  return {
    [row.status]: row.events ? eventStream(headers) : success('Success', contentOf(row)),
    ...Object.fromEntries(others),
    ...(isVersioned(row) && {
      304: { description: 'Is what `If-None-Match` names', headers: z.object(headers) },
    }),
    ...problemAnswers(row, headers, takesMatch),
  };
}

type Headers = Record<string, z.ZodType>;

/** The headers of every answer of an operation. */
const headersOf = ({ unlimited }: Operation): Headers => ({
  'X-Request-Id': z.string().meta({ description: 'The id of the request.' }),
  ...(!unlimited && rateLimitFields),
});

/** Missing where the request was refused before it was counted, and where there is no limit. */
const rateLimitFields: Headers = {
  'RateLimit-Policy': z
    .string()
    .optional()
    .meta({
      description:
        'The limits by which the request was counted: `q` requests in `w` seconds ' +
        '(draft-ietf-httpapi-ratelimit-headers-11).',
      example: '"requests";q=60000;w=60',
    }),
  RateLimit: z.string().optional().meta({
    description: 'For each limit, how many requests are left (`r`) and for how many seconds (`t`).',
    example: '"requests";r=59990;t=42',
  }),
};

const link = z.string().optional().meta({ description: 'The next page, `rel="next"` (RFC 8288).' });

const entityTag = z.string().optional().meta({
  description: 'The version of the answer, for `If-None-Match` and `If-Match`.',
});

const eventStream = (headers: Headers) => ({
  description: 'Server-sent events, until the access token expires',
  headers: z.object(headers),
  content: toContent({ 'text/event-stream': z.string() }),
});

const toContent = (schemas: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(schemas).map(([mediaType, schema]) => [mediaType, { schema }]));

/** The bodies of success by media type. */
function contentOf({
  answer,
  lines,
  files,
  mediaType = 'application/json',
  otherMediaTypes,
}: Operation) {
  if (lines) return { [ndjson]: lines };
  if (files) return Object.fromEntries(files.map((type) => [type, z.string()]));
  return answer && { [mediaType]: answer, ...otherMediaTypes };
}

/** The problems that an operation can answer, by status: its own and those that follow from its row. */
function problemAnswers(row: Operation, headers: Headers, takesMatch: boolean) {
  const codes = new Set<ProblemCode>(commonProblems);
  if (!row.path.includes(':')) codes.delete('not_found');
  if (!row.unlimited) codes.add('rate_limited');
  if (row.access !== 'public') codes.add('invalid_token');
  if (row.access !== 'public' && row.access !== 'any token') codes.add('insufficient_scope');
  if (takesIdempotencyKey(row)) codes.add('idempotency_key_in_use').add('idempotency_key_reused');
  if (takesMatch) codes.add('precondition_failed');
  if (row.body || row.takesLines) codes.add('body_too_large').add('unsupported_media_type');
  if (row.takesBytes !== undefined) codes.add('body_too_large');
  for (const code of row.problems ?? []) codes.add(code);

  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, listed]) => [
      status,
      {
        description: listed.map((code) => `${problems[code].title} (\`${code}\`)`).join('; '),
        headers: z.object(headers),
        content: toContent({
          'application/problem+json': problemDocument,
          ...(row.forPeople && { 'text/html': z.string() }),
          // Clients of the token endpoint accept nothing else (RFC 6749, section 5.2).
          ...(row.form && { 'application/json': problemDocument }),
        }),
      },
    ]),
  );
}
