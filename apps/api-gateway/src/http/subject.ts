import { Problem, subjectId } from '@trellis/contracts';

/** The header that selects the end user for whom a call acts. */
export const subjectHeader = 'X-External-Subject-Id';

/** Whether an operation acts for a subject: it must, it may, or there is none. */
export type SubjectUse = 'required' | 'optional' | 'none';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The subject that a request names. A blank one is refused: it would mean the whole account. */
export function subjectOf(use: SubjectUse, header: string | undefined): string | undefined {
  if (use === 'none') return undefined;
  if (header === undefined) {
    if (use === 'required') throw refused('The header is required.');
    return undefined;
  }
  const result = subjectId.safeParse(decode(header).trim());
  if (!result.success) throw refused(result.error.issues[0]!.message);
  return result.data;
}

/** Node reads headers as Latin-1; most clients send them as UTF-8. */
function decode(header: string): string {
  try {
    return utf8.decode(Buffer.from(header, 'latin1'));
  } catch {
    return header;
  }
}

const refused = (detail: string) =>
  new Problem('invalid_request', `${subjectHeader}: ${detail}`, {
    errors: [{ pointer: `/headers/${subjectHeader}`, detail }],
  });
