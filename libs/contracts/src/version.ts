import { hash } from 'node:crypto';
import { z } from 'zod';
import { Problem } from './problems.js';

/** Another state of a resource has another version: a digest, 22 characters. */
export const versionOf = (state: unknown): string =>
  hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22);

/** The member of calls that change a resource only if it has one of these versions (`If-Match`). */
export const expecting = { expected: z.array(z.string()).optional() };

/** The same of calls that create a resource or replace it. */
export const requiring = {
  ...expecting,
  /** Whether the resource must be there (`If-Match`), or must not be (`If-None-Match: *`). */
  exists: z.boolean().optional(),
};

/** The problem of a request for a resource with another version than expected. */
export const staleVersion = (): Problem =>
  new Problem('precondition_failed', 'The resource has changed since it was read.');

/** Throws {@link staleVersion} for a resource with another version than expected. */
export function requireExpected(version: string, expected: readonly string[] | undefined): void {
  if (expected && !expected.includes(version)) throw staleVersion();
}

/** The problem of a request that creates or replaces a resource, when that is there although it must not be, or is not. */
export const wrongExistence = (exists: boolean): Problem =>
  new Problem(
    'precondition_failed',
    exists ? 'The resource is there already.' : 'There is no such resource.',
  );
