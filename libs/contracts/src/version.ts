import { hash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from './problems.js';

/** Returns the version of a state: a digest of 22 characters. */
export const versionOf = (state: unknown): string =>
  hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22);

/** The member of a call that changes a resource only if it has one of these versions (`If-Match`). */
export const expecting = { expected: z.array(z.string()).optional() };

/** The members of a call that creates or replaces a resource. */
export const requiring = {
  ...expecting,
  /** Whether the resource must exist (`If-Match`) or must not (`If-None-Match: *`). */
  exists: z.boolean().optional(),
};

/** Creates the problem of a resource whose version is not the expected one. */
export const staleVersion = (): Problem =>
  new Problem('precondition_failed', 'The resource has changed since it was read.');

/** Throws {@link staleVersion} unless a version is one of those expected. */
export function requireExpected(
  versions: string | readonly string[],
  expected: readonly string[] | undefined,
): void {
  if (expected && ![versions].flat().some((version) => expected.includes(version))) {
    throw staleVersion();
  }
}

/** Creates the problem of a resource that exists although it must not, or does not although it must. */
export const wrongExistence = (exists: boolean): Problem =>
  new Problem(
    'precondition_failed',
    exists ? 'The resource exists already.' : 'There is no such resource.',
  );
