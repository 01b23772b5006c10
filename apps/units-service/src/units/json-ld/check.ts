import { Problem } from '@trellis/contracts';
import { expand, type Finding } from './processor.js';

/**
 * Checks a property's value that is JSON-LD, or contains it at its top level, with a processor of
 * JSON-LD 1.1; any other value passes unprocessed. The value itself is never changed.
 *
 * Throws the problem `invalid_json_ld`; its one error names the value by `pointer` (RFC 6901).
 */
export async function checkJsonLd(value: unknown, pointer = '/value'): Promise<void> {
  const documents = documentsIn(value);
  if (documents.length === 0) return;
  const finding = isDeeper(documents, depth)
    ? { code: 'too deeply nested' }
    : await expand(JSON.stringify(documents));
  const detail = explain(finding);
  if (detail) throw new Problem('invalid_json_ld', detail, { errors: [{ pointer, detail }] });
}

/**
 * The JSON-LD in a value: the value itself, or what directly in it has a keyword. The latter stand
 * alone, since expansion drops unread what is under a member that no context defines.
 */
function documentsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return hasKeyword(value) ? [value] : Object.values(value).filter(hasKeyword);
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).some((member) => member.startsWith('@'));

/** Levels of nesting that are processed: the processor recurses, and a stack ends. */
const depth = 500;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Says what was found, with the error codes of the JSON-LD 1.1 API (`JsonLdErrorCode`). */
function explain({ context, code }: Finding): string | undefined {
  if (context !== undefined) {
    return `The context ${shorten(context)} is not bundled, and none is fetched.`;
  }
  return code && `Not valid JSON-LD: ${code}.`;
}

/** An address comes from the caller and may be as long as the body; an answer names its start. */
const shorten = (address: string) => (address.length > 200 ? `${address.slice(0, 200)}…` : address);
