import { createHash } from 'node:crypto';

/** Name of the property with the IRI and the classes of a unit's node. */
export const modelProperty = 'model';

/** Maximum length of a property name, and of an id in an import (characters). */
export const maxNameLength = 256;

/** Returns a name for a node: its IRI, or a digest if the IRI is too long. */
export const idOfIri = (iri: string): string =>
  [...iri].length <= maxNameLength
    ? iri
    : `urn:sha256:${createHash('sha256').update(iri).digest('hex')}`;

const uuidForm = /^urn:uuid:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Returns the id of a node's unit in imports. A unit that did not come from a model has its own id. */
export const unitIdOf = (iri: string): string =>
  uuidForm.exec(iri)?.[1]?.toLowerCase() ?? idOfIri(iri);
