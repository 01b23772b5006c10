import { Problem, type MemberError } from '@trellis/contracts';
import type { z } from 'zod';

/** The JSON Pointer (RFC 6901) of a path of member names and indexes. */
function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The issues of a zod error as errors of members; `below` is where the input is. */
export function memberErrors(error: z.ZodError, below: readonly PropertyKey[] = []): MemberError[] {
  return error.issues.flatMap((issue) => {
    const path = [...below, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        pointer: jsonPointer([...path, key]),
        detail: 'Is not a known member.',
      }));
    }
    return [{ pointer: jsonPointer(path), detail: issue.message }];
  });
}

/** Parses an input; throws the problem `invalid_request`, which names each wrong member. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The input of the call is not valid.', {
    errors: memberErrors(result.error),
  });
}
