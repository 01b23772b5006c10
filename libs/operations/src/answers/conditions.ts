import { hash } from 'node:crypto';
import { requireExpected, versionOf } from '@trellis/contracts';
import type { z } from 'zod';
import type { Answer } from '../answer.js';
import type { Operation, OperationRequest } from '../operation.js';
import { invalidMember } from './problem.js';

/** Returns whether the answers of an operation have an entity tag, as all that are read as a whole. */
export const isVersioned = ({
  method,
  answer: { body, files, events, lines, unversioned },
}: Operation): boolean =>
  method === 'get' && (body ?? files) !== undefined && !(events ?? lines ?? unversioned);

/**
 * The entity tag of a resource (RFC 9110, section 8.8.3): the version of what a patch changes, then a digest of
 * everything else that its answer depends on. `If-None-Match` compares all of it, `If-Match` the version.
 */
export const tagOf = (version: string, rest: unknown): string => `${version}.${versionOf(rest)}`;

const strongTag = /^"([^".]+)[^"]*"$/;

/**
 * The versions that `If-Match` names, for the call that changes the resource. Weak tags never match; with `*`
 * any version does.
 */
export function expectedBy(header: OperationRequest['header']): { expected?: string[] } {
  const given = header('If-Match')?.trim();
  if (given === undefined || given === '*') return {};
  const tags = given.split(',').map((tag) => strongTag.exec(tag.trim())?.[1]);
  return { expected: tags.filter((version) => version !== undefined) };
}

/**
 * Returns the conditions of a PUT, for the call that creates or replaces the resource: none may exist with
 * `If-None-Match: *` (RFC 9110, section 13.1.2), and one must exist with `If-Match`.
 */
export function requiredBy(header: OperationRequest['header']): {
  exists?: boolean;
  expected?: string[];
} {
  const unwanted = header('If-None-Match')?.trim();
  if (unwanted !== undefined && unwanted !== '*') {
    throw invalidMember('/headers/If-None-Match', 'Must be `*` here.');
  }
  if (unwanted !== undefined) return { exists: false };
  return header('If-Match') === undefined ? {} : { exists: true, ...expectedBy(header) };
}

/**
 * Returns the entity tag of an answer with this content, if it has one: a digest, unless its handler knows a version.
 */
export function entityTagOf(
  { etag, isVersioned, links }: Answer,
  content: string | Uint8Array,
): string | undefined {
  if (etag !== undefined || !isVersioned) return etag;
  // A page whose items stay as they are has changed when another one follows it.
  const sent = links ? `${links.next}\n${content as string}` : content;
  return hash('sha256', sent, 'base64url').slice(0, 22);
}

/**
 * Refuses a request for a resource in another version than `If-Match` names, by what `GET` without parameters
 * answers at the same address. Unlike a patch, the request may still race with a change.
 */
export async function requireMatch<Context>(
  read: Operation<Context> | undefined,
  request: OperationRequest & Context,
): Promise<void> {
  const { expected } = expectedBy(request.header);
  if (!expected) return;
  if (!read || !isVersioned(read)) {
    throw invalidMember('/headers/If-Match', 'Nothing here has a version.');
  }
  const [url = ''] = request.url.split('?');
  const query = read.input?.query?.parse({}) ?? {};
  const answer: Answer = { isVersioned: true, ...(await read.handle({ ...request, query, url })) };
  const tag = entityTagOf(answer, answer.file?.bytes ?? JSON.stringify(answer.body));
  requireExpected(tag?.split('.')[0] ?? '', expected);
}

const preference = /(?:^|[,;])\s*return\s*=\s*"?representation"?\s*(?:$|[,;])/i;

/** Returns whether the caller prefers the changed resource in the answer (RFC 7240, section 4.2). */
export const prefersRepresentation = (header: OperationRequest['header']): boolean =>
  preference.test(header('Prefer') ?? '');

/** Returns the answer to a change that includes the changed resource. */
export const representation = <Body>(body: Body) => ({
  status: 200 as const,
  headers: { 'Preference-Applied': 'return=representation' },
  body,
});

/** Returns the row of the answer to a patch that includes the changed resource. */
export const changedAnswer = <Resource extends z.ZodType>(body: Resource) =>
  ({
    200: { description: 'The changed resource, with `Prefer: return=representation`', body },
  }) as const;

/** Answers a patch: nothing but the new version, or the resource if the caller prefers that. */
export async function answerPatch<Resource>(
  header: OperationRequest['header'],
  { version }: { version: string },
  read: () => Promise<{ body: Resource; etag: string }>,
) {
  if (!prefersRepresentation(header)) return { etag: version };
  const { body, etag } = await read();
  return { ...representation(body), etag };
}
