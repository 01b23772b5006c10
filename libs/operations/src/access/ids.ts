import { subjectId } from '@trellis/contracts';
import { z } from 'zod';
import { invalidMember } from '../answers/problem.js';

/** An id in any form: an address may have a subject of 256 characters, percent-encoded. */
export const idForm = z.string().min(1).max(4_096);

/** Ids as services know them, of what callers name in any of the forms that answers show. */
export interface IdForms {
  /** Of anything but a subject: bare, `urn:uuid:…`, or the address. */
  resource(given: string): string;
  /** Of a subject, which may be any text: bare, or the address. */
  subject(given: string): string;
  /** Returns the id that the address of a resource or a subject names, and anything else unchanged. */
  named(given: string): string;
}

const uuidForm = /^(?:urn:uuid:)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Reads the ids in addresses below `base`, the public address of the service. */
export function createIdForms(base: string): IdForms {
  const resources = `${base}/api/v1/`;
  const subjects = `${resources}subjects/`;
  const named = (given: string) => (given.startsWith(resources) ? lastSegment(given) : given);
  return {
    named,
    resource(given) {
      const id = named(given);
      return uuidForm.exec(id)?.[1]?.toLowerCase() ?? id;
    },
    subject: (given) => (given.startsWith(subjects) ? lastSegment(given) : given),
  };
}

/** Returns the id of a subject in any form; throws `invalid_request`, with its pointer, for anything else. */
export function requireSubject(forms: IdForms, given: string, pointer: string): string {
  const { success, data, error } = subjectId.safeParse(forms.subject(given));
  if (success) return data;
  throw invalidMember(pointer, error.issues[0]!.message);
}

function lastSegment(address: string): string {
  try {
    return decodeURIComponent(address.slice(address.lastIndexOf('/') + 1));
  } catch {
    // It is no address of ours, and names nothing.
    return address;
  }
}

/** The ids among the parameters of a path; the others are names and tickets. */
const idParameters = ['id', 'other'];

/** Replaces the ids in the path of a request by those that services know. */
export function useBareIds(
  { path }: { path: string },
  params: Record<string, string>,
  forms: IdForms,
): void {
  for (const name of idParameters) {
    const given = params[name];
    if (given === undefined) continue;
    const ofSubject = path.includes(`/subjects/:${name}`);
    params[name] = ofSubject ? forms.subject(given) : forms.resource(given);
  }
}
