import { isProblem } from '@trellis/client';
import type { ErrorSchema } from '@rjsf/utils';

interface ProblemErrors {
  /** The errors of members of the form. */
  fields: ErrorSchema;
  /** Whether something is wrong besides. */
  hasOthers: boolean;
}

/** What a problem says about members of a form, whose data were sent as the member `prefix`, such as `/configuration`. */
export function problemErrors(error: unknown, prefix: string): ProblemErrors {
  const fields: ErrorSchema = {};
  if (!isProblem(error) || error.errors.length === 0) return { fields, hasOthers: true };
  let hasOthers = false;
  for (const { pointer, detail } of error.errors) {
    if (!pointer.startsWith(`${prefix}/`)) hasOthers = true;
    else
      addError(
        fields,
        pointer
          .slice(prefix.length + 1)
          .split('/')
          .map(decode),
        detail,
      );
  }
  return { fields, hasOthers };
}

function addError(errors: ErrorSchema, path: string[], detail: string): void {
  let place = errors as Record<string, ErrorSchema>;
  for (const step of path) place = (place[step] ??= {}) as Record<string, ErrorSchema>;
  const field = place as ErrorSchema;
  field.__errors = [...(field.__errors ?? []), detail];
}

const decode = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
