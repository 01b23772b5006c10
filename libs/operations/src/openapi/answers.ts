import { commonProblems, type ProblemCode, problems } from '@trellis/contracts';
import { z } from 'zod';
import { neededScopes } from '../access/subject.js';
import { isVersioned } from '../answers/conditions.js';
import { problemDocument } from '../answers/problem.js';
import { ndjson } from '../body/lines.js';
import { csv } from '../body/table.js';
import { takesIdempotencyKey } from '../idempotency.js';
import {
  challenge,
  entityTag,
  type Headers,
  link,
  location,
  rateLimitFields,
  requestId,
  retryAfter,
} from './headers.js';
import type { Operation } from '../operation.js';

/** Everything that an operation can answer, by status, for the OpenAPI document. */
export function describeAnswers(row: Operation, takesMatch: boolean) {
  const headers = headersOf(row);
  const success = (
    status: string | number,
    description: string,
    content: Record<string, z.ZodType> | undefined,
  ) => ({
    description,
    headers: z.object({
      ...headers,
      ...(row.input?.query?.shape.cursor !== undefined && { Link: link }),
      ...((isVersioned(row) || isReplaced(row)) && { ETag: entityTag }),
      ...(['201', '202', '303'].includes(String(status)) && { Location: location }),
    }),
    ...(content && { content: toContent(content) }),
  });
  const others = Object.entries(row.answer.others ?? {}).map(([status, { description, body }]) => [
    status,
    success(status, description, body && { 'application/json': body }),
  ]);
  return {
    [row.answer.status]: row.answer.events
      ? eventStream(row.answer.events, headers)
      : success(row.answer.status, successOf(row), contentOf(row)),
    ...Object.fromEntries(others),
    ...(isVersioned(row) && {
      304: {
        description: 'The answer that `If-None-Match` names is current',
        headers: z.object(headers),
      },
    }),
    ...problemAnswers(row, takesMatch),
  };
}

/** Returns whether an operation answers with the new version. */
const isReplaced = ({ method }: Operation): boolean => method === 'put' || method === 'patch';

/** Returns the headers of every answer of an operation. */
const headersOf = ({ limits }: Pick<Operation, 'limits'>): Headers => ({
  'X-Request-Id': requestId,
  ...(!limits?.unlimited && rateLimitFields),
});

const eventStream = (events: z.ZodType, headers: Headers) => {
  const { id } = events.meta() ?? {};
  const data = id === undefined ? '' : ` The data of each is a \`${id}\`.`;
  return {
    description: `Server-sent events, until the access token expires.${data}`,
    headers: z.object(headers),
    content: toContent({ 'text/event-stream': z.string() }),
  };
};

/** Returns the description of the success answer. */
function successOf({ answer: { lines, status } }: Operation): string {
  if (lines) return 'Lines of JSON, each of which is what the schema says';
  return { 201: 'Created', 202: 'Accepted', 204: 'Done', 303: 'Go to `Location`' }[status] ?? 'OK';
}

const toContent = (schemas: Record<string, z.ZodType>) =>
  Object.fromEntries(Object.entries(schemas).map(([mediaType, schema]) => [mediaType, { schema }]));

/** Returns a file of a media type as a client sees it: parsed, if it is JSON. */
const fileSchema = (type: string) => (type.endsWith('json') ? z.unknown() : z.string());

/** Returns the bodies of success by media type. */
function contentOf({
  answer: { body, lines, files, mediaType = 'application/json', otherMediaTypes, csv: hasTable },
}: Operation) {
  if (lines) return { [ndjson]: lines };
  if (files) return Object.fromEntries(files.map((type) => [type, fileSchema(type)]));
  return body && { [mediaType]: body, ...otherMediaTypes, ...(hasTable && { [csv]: z.string() }) };
}

/** Returns the problems that follow from what a row says, besides those that every operation can answer. */
function derivedProblems(row: Operation, takesMatch: boolean): ProblemCode[] {
  const { body, lines, bytes } = row.input ?? {};
  const takesBody = body ?? lines;
  return [
    ...(row.limits?.unlimited ? [] : (['rate_limited'] as const)),
    ...refusalsOf(row.access),
    ...(neededScopes(row.access.scope) ? (['insufficient_scope'] as const) : []),
    ...(takesIdempotencyKey(row)
      ? (['idempotency_key_in_use', 'idempotency_key_reused'] as const)
      : []),
    ...(takesMatch ? (['precondition_failed'] as const) : []),
    ...(takesBody || bytes ? (['body_too_large'] as const) : []),
    ...(takesBody ? (['unsupported_media_type'] as const) : []),
  ];
}

/** Returns the problems of credentials. */
function refusalsOf({ scope, acceptsToken }: Operation['access']): readonly ProblemCode[] {
  if (scope === 'public') return acceptsToken ? ['invalid_token'] : [];
  return scope === 'person' ? ['not_signed_in'] : ['invalid_token', 'bound_to_subject'];
}
/** The problem of every operation that acts for a subject while that is being erased. */
const erasing = 'erasure_under_way' satisfies ProblemCode;

const actsForSubjects = ({ access: { subject = 'none', scope } }: Operation): boolean =>
  subject !== 'none' || scope === 'connect session';

/** Returns the problems that an operation can answer, by status: its own and those that follow from its row. */
function problemAnswers(row: Operation, takesMatch: boolean) {
  const codes = new Set<ProblemCode>(commonProblems);
  codes.delete(erasing);
  if (!row.path.includes(':')) codes.delete('not_found');
  for (const code of derivedProblems(row, takesMatch)) codes.add(code);
  if (actsForSubjects(row)) codes.add(erasing);
  for (const code of row.answer.problems ?? []) codes.add(code);
  const isPlain = !row.limits?.unlimited && !row.answer.forPeople && !row.input?.form;
  const entries = [...byStatus(codes)].map(([status, listed]) => {
    const shared = isPlain ? sharedAnswers.get(listed.join()) : undefined;
    return [status, shared ?? problemAnswer(status, listed, row)] as const;
  });
  return Object.fromEntries(entries);
}

function byStatus(codes: Iterable<ProblemCode>): Map<number, ProblemCode[]> {
  const found = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { status } = problems[code];
    found.set(status, [...(found.get(status) ?? []), code]);
  }
  return found;
}

function problemAnswer(
  status: number,
  listed: readonly ProblemCode[],
  row: Pick<Operation, 'limits' | 'input'> & { answer?: Operation['answer'] },
) {
  return {
    description: listed.map((code) => `${problems[code].title} (\`${code}\`)`).join('; '),
    headers: z.object({
      ...headersOf(row),
      ...([429, 503].includes(status) && { 'Retry-After': retryAfter }),
      ...([401, 403].includes(status) && { 'WWW-Authenticate': challenge }),
    }),
    content: toContent({
      'application/problem+json': problemDocument,
      ...(row.answer?.forPeople && { 'text/html': z.string() }),
      // Clients of the token endpoint accept nothing else (RFC 6749, section 5.2).
      ...(row.input?.form && { 'application/json': problemDocument }),
    }),
  };
}

/** The answers that many operations have in common, which the document has once each, by their codes. */
const sharedAnswers = new Map(
  [
    ...byStatus([
      ...commonProblems.filter((code) => code !== erasing),
      ...(['rate_limited', 'invalid_token', 'bound_to_subject', 'insufficient_scope'] as const),
      ...(['precondition_failed'] as const),
      ...(['idempotency_key_in_use', 'idempotency_key_reused'] as const),
      ...(['body_too_large', 'unsupported_media_type'] as const),
    ]),
    ...byStatus([erasing]),
    ...byStatus(['idempotency_key_in_use', erasing]),
  ].map(([status, listed]) => [
    listed.join(),
    { id: nameOf(listed), ...problemAnswer(status, listed, {}) },
  ]),
);

/** `rate_limited` as `RateLimited`. */
function toName(code: ProblemCode): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** Returns the name of an answer: that of its first problem, unless this also has an answer of its own. */
function nameOf(codes: readonly ProblemCode[]): string {
  return (codes.includes(erasing) ? codes : codes.slice(0, 1)).map(toName).join('Or');
}
