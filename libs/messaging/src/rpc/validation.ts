import { Problem, type MemberError } from '@trellis/contracts';
import { z } from 'zod';

/** The issues of zod by which a member is of another kind than its schema says. */
const mismatches = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

// For all schemas of the process that say nothing else: zod tells what it expected in place of `undefined`.
z.config({
  customError: ({ code, input }) =>
    input === undefined && mismatches.has(code!) ? 'Is required.' : undefined,
});

/** The JSON Pointer (RFC 6901) of a path of member names and indexes. */
function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The most errors in one problem. */
const maxErrors = 20;

/**
 * The issues of a zod error as errors of members; `below` is where the input is. The last of twenty says
 * how many more there are.
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
    if (issue.code !== 'unrecognized_keys') yield { path, detail: issue.message };
    else {
      for (const key of issue.keys)
        yield { path: [...path, key], detail: 'Is not a known member.' };
    }
  }
}

/** Parses an input; throws the problem `invalid_request`, which names each wrong member. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The input of the call is not valid.', {
    errors: memberErrors(result.error),
  });
}
