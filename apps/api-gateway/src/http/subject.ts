import { Problem, subjectId } from '@trellis/contracts';
import type { IdForms } from './ids.js';

/** The header that selects the end user for whom a call acts. */
export const subjectHeader = 'X-External-Subject-Id';

/** Whether an operation acts for a subject. */
export type SubjectUse = 'required' | 'optional' | 'none';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the subject of a request. A blank one is refused: ignoring it would mean the whole account. */
export function readSubject(
  use: SubjectUse,
  header: string | undefined,
  forms: IdForms,
): string | undefined {
  if (use === 'none') return undefined;
  if (header === undefined) {
    if (use === 'required') throw invalidSubject('The header is required.');
    return undefined;
  }
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

const invalidSubject = (detail: string) =>
  new Problem('invalid_request', `${subjectHeader}: ${detail}`, {
    errors: [{ pointer: `/headers/${subjectHeader}`, detail }],
  });
