import { createHash } from 'node:crypto';

/** The property of a unit with the IRI and the classes of its node. */
export const modelProperty = 'model';

/** The longest name of a property, and id in an import (characters). */
export const maxNameLength = 256;

/** A name for a node: its IRI, or a digest of it where that is too long. */
export const idOfIri = (iri: string): string =>
  [...iri].length <= maxNameLength
    ? iri
    : `urn:sha256:${createHash('sha256').update(iri).digest('hex')}`;

const uuidForm = /^urn:uuid:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** What identifies the unit of a node in imports: a unit that no model has named has its own id. */
export const unitIdOf = (iri: string): string =>
  uuidForm.exec(iri)?.[1]?.toLowerCase() ?? idOfIri(iri);
