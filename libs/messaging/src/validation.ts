import { Problem, type MemberError } from '@trellis/contracts';
import type { z } from 'zod';

/** JSON Pointer (RFC 6901) of a path of member names and indexes. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** What a zod error says, member by member. */
export function memberErrors(error: z.ZodError, below: readonly PropertyKey[] = []): MemberError[] {
  return error.issues.flatMap((issue) => {
    const path = [...below, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        pointer: jsonPointer([...path, key]),
        detail: 'There is no such member.',
      }));
    }
    return [{ pointer: jsonPointer(path), detail: issue.message }];
  });
}

/** The input as its schema gives it; throws the `invalid_request` problem that names each member. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Problem('invalid_request', 'The input of the call is not valid.', {
    errors: memberErrors(result.error),
  });
}
