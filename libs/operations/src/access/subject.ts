import { Problem, type Scope, subjectId } from '@trellis/contracts';
import type { IdForms } from './ids.js';
import type { Bearer } from '../exchange.js';
import type { AccessRow, NeededScope, SubjectUse } from '../row.js';
import { invalidMember } from '../answers/problem.js';

export const subjectHeader = 'X-External-Subject-Id';

const notForSubjects = 'The operation does not act for a subject.';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the subject of a request. A blank one, and any for an operation that acts for the whole account, is refused:
 * to ignore it would mean the whole account. An access token that is bound to a subject acts for that one, and only
 * where an operation acts for a subject.
 */
export function readSubject(
  use: SubjectUse,
  header: string | undefined,
  { forms, bound }: { forms: IdForms; bound: string | undefined },
): string | undefined {
  if (use === 'none') {
    if (bound !== undefined) throw new Problem('bound_to_subject', notForSubjects);
    if (header !== undefined) throw invalidSubject(notForSubjects);
    return undefined;
  }
  const given = parseSubject(header, forms);
  if (bound !== undefined && given !== undefined && given !== bound) throw otherSubject();
  const subject = given ?? bound;
  if (use === 'required' && subject === undefined) throw invalidSubject('The header is required.');
  return subject;
}

function parseSubject(header: string | undefined, forms: IdForms): string | undefined {
  if (header === undefined) return undefined;
  const result = subjectId.safeParse(forms.subject(decode(header).trim()));
  if (!result.success) throw invalidSubject(result.error.issues[0]!.message);
  return result.data;
}

/** Node.js decodes headers as Latin-1; most clients send UTF-8. */
function decode(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

function otherSubject(): Problem {
  const detail = 'Is not the subject to which the access token is bound.';
  return new Problem('bound_to_subject', `${subjectHeader}: ${detail}`, {
    errors: [{ pointer: `/headers/${subjectHeader}`, detail }],
  });
}

const invalidSubject = (detail: string) =>
  invalidMember(`/headers/${subjectHeader}`, detail, `${subjectHeader}: ${detail}`);

type Unscoped = Exclude<AccessRow['scope'], NeededScope>;

const unscoped: readonly unknown[] = [
  'public',
  'any token',
  'connect session',
  'person',
] satisfies Unscoped[];

const isUnscoped = (needed: AccessRow['scope']): needed is Unscoped => unscoped.includes(needed);

/** Returns the scopes of which an operation needs one; undefined if it needs none. */
export function neededScopes(needed: AccessRow['scope']): readonly Scope[] | undefined {
  if (isUnscoped(needed)) return undefined;
  return typeof needed === 'string' ? [needed] : needed;
}

/** Throws `insufficient_scope`, which names the first of the scopes that would suffice. */
export function requireScope(needed: AccessRow['scope'], { scopes }: Pick<Bearer, 'scopes'>): void {
  const needs = neededScopes(needed);
  if (!needs || needs.some((scope) => scopes.includes(scope))) return;
  const scope = needs[0]!;
  throw new Problem('insufficient_scope', `The access token lacks the scope ${scope}.`, { scope });
}
