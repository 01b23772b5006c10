import { Problem } from '@trellis/contracts';
import type { DocumentOrigin, JsonLdProcessor, Verdict } from './processor.js';

/** A value to check, and its location for errors. */
interface CheckedValue extends DocumentOrigin {
  value: unknown;
  /** The location of the value in the request's body (JSON Pointer, RFC 6901). */
  pointer: string;
}

/**
 * Checks a property's value that is JSON-LD, or contains it at its top level, with a JSON-LD 1.1 processor. Other values
 * pass unprocessed. Never changes the value. Throws `invalid_json_ld`.
 */
export async function checkJsonLd(
  processor: JsonLdProcessor,
  { value, pointer, ...origin }: CheckedValue,
): Promise<void> {
  const documents = findDocuments(value);
  if (documents.length === 0) return;
  const verdict = isDeeper(documents, maxDepth)
    ? { error: 'too deeply nested' }
    : await processor.check(documents, origin);
  const detail = explain(verdict);
  if (detail) throw new Problem('invalid_json_ld', detail, { errors: [{ pointer, detail }] });
}

/** Checks several values like {@link checkJsonLd}, all at once if they are valid. */
export async function checkAllJsonLd(
  processor: JsonLdProcessor,
  values: readonly Pick<CheckedValue, 'value' | 'pointer'>[],
  origin: DocumentOrigin,
): Promise<void> {
  const documents = values.flatMap(({ value }) => findDocuments(value));
  if (documents.length > 1 && !isDeeper(documents, maxDepth)) {
    const verdict = await processor.check(documents, origin);
    if (explain(verdict) === undefined) return;
  }
  for (const { value, pointer } of values) {
    await checkJsonLd(processor, { value, pointer, ...origin });
  }
}

/** Returns whether a value has to be checked. */
export const containsJsonLd = (value: unknown): boolean => findDocuments(value).length > 0;

/**
 * Finds the documents to expand of a value that is JSON-LD, or has JSON-LD at its top level: the whole value, and its
 * members with a keyword. These are expanded on their own, too, because expansion drops members without a definition
 * unread.
 */
function findDocuments(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  if (hasKeyword(value)) return [value];
  const members = Object.values(value).filter(hasKeyword);
  if (members.length === 0) return [];
  return Array.isArray(value) ? value : [value, ...members];
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).some((member) => member.startsWith('@'));

/** The maximum depth of a document: the processor recurses, and its stack is limited. */
const maxDepth = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

function explain({ unknownContext, error }: Verdict): string | undefined {
  if (unknownContext !== undefined) {
    return `The context ${shorten(unknownContext)} is not bundled, and none is fetched.`;
  }
  return error && `Not valid JSON-LD: ${error}.`;
}

/** Shortens an address, which comes from the caller and may be as long as the body. */
const shorten = (address: string) => (address.length > 200 ? `${address.slice(0, 200)}…` : address);
