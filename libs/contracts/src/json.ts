import { z } from 'zod';
import type { MemberError } from './problems.js';

/** Returns whether a value is a JSON object: neither null nor an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the JSON Pointer (RFC 6901) of a path of member names and indexes. */
export const jsonPointer = (path: readonly PropertyKey[]): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Applies a JSON Merge Patch (RFC 7396) and returns the result: members that are null in the patch are
 * removed, objects are patched member by member, and everything else, arrays included, is replaced.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** Issue codes of zod that mean that a value is of another kind than its schema. */
const mismatches = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

// Applies to every schema of the process. Without it, zod reports a missing member as a wrong `undefined`.
z.config({
  customError: ({ code, input }) =>
    input === undefined && mismatches.has(code!) ? 'Is required.' : undefined,
});

/** Most errors in one problem. */
const maxErrors = 20;

/**
 * Returns the issues of a zod error as errors of members; `below` is the path of the input. The last of twenty
 * errors says how many more there are.
 */
export function memberErrors(error: z.ZodError, below: readonly PropertyKey[] = []): MemberError[] {
  const errors: MemberError[] = [];
  let count = 0;
  for (const { path, detail } of memberIssues(error)) {
    count += 1;
    if (count <= maxErrors) errors.push({ pointer: jsonPointer([...below, ...path]), detail });
  }
  const last = errors.at(-1);
  if (last && count > maxErrors) last.detail += ` (and ${count - maxErrors} more errors)`;
  return errors;
}

function* memberIssues({ issues }: z.ZodError) {
  for (const issue of issues) {
    const { path } = issue;
    if (issue.code === 'invalid_key') {
      yield { path, detail: issue.issues[0]?.message ?? issue.message };
    } else if (issue.code !== 'unrecognized_keys') yield { path, detail: issue.message };
    else {
      for (const key of issue.keys)
        yield { path: [...path, key], detail: 'Is not a known member.' };
    }
  }
}
