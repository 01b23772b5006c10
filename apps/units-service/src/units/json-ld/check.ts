import { Problem } from '@trellis/contracts';
import jsonld from 'jsonld';
import { bundledContext } from './contexts.js';

/**
 * Checks a property's value that is JSON-LD with the processor of JSON-LD 1.1 (JSON-LD 1.1 API,
 * section 9.1, `expand`); any other value passes. Throws the problem `invalid_json_ld`.
 */
export async function checkJsonLd(value: unknown, pointer: string): Promise<void> {
  if (!isJsonLd(value)) return;
  let refused: string | undefined;
  const documentLoader = async (address: string) => {
    const context = bundledContext(address);
    const document = context as jsonld.NodeObject;
    if (context) return { documentUrl: address, document };
    refused = address;
    throw new Error('The context is not bundled.');
  };
  try {
    // Expanding must not change what is stored, and the processor works on what it is given.
    await jsonld.expand(structuredClone(value) as jsonld.JsonLdDocument, {
      documentLoader,
      base: 'urn:trellis:value',
    });
  } catch (error) {
    const detail = refused
      ? `The context ${refused} is not bundled, and none is fetched.`
      : explain(error);
    throw new Problem('invalid_json_ld', detail, { errors: [{ pointer, detail }] });
  }
}

/** Whether a value is JSON-LD: it, or something directly in it, has a member starting with `@`. */
export function isJsonLd(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return hasKeyword(value) || Object.values(value).some(hasKeyword);
}

const hasKeyword = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).some((member) => member.startsWith('@'));

/** What is wrong, by the processor's error code (JSON-LD 1.1 API, section 9.6). */
function explain(error: unknown): string {
  const code = (error as { details?: { code?: string } }).details?.code;
  return code ? `Not valid JSON-LD: ${code}.` : 'Not valid JSON-LD.';
}
