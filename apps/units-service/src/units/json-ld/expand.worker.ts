import { serveTasks } from '@trellis/platform/processes';
import jsonld, { type NodeObject } from 'jsonld';
import ContextResolver from 'jsonld/lib/ContextResolver.js';
import { contexts } from './contexts.js';
import { findContextError, hasSeveralTypes } from './strictness.js';

/** The result of a check; an empty verdict means that the document is valid. */
export interface Verdict {
  /** The address of a context that is not bundled. */
  unknownContext?: string;
  /** An error code of the JSON-LD 1.1 API (`JsonLdErrorCode`), or another reason. */
  error?: string;
}

/** The property that has the document as its value, because expansion drops bare values unread. */
const property = 'urn:trellis:value';

serveTasks(expand);

/** Expands a document, which is JSON text (`expand` of the JSON-LD 1.1 API). */
async function expand(document: string): Promise<Verdict> {
  const verdict: Verdict = {};
  const options = {
    processingMode: 'json-ld-1.1',
    documentLoader: async (address: string) => {
      const context = contexts.get(address);
      if (context) return { documentUrl: address, document: context as NodeObject };
      verdict.unknownContext = address;
      throw new Error('The context is not bundled.');
    },
    // The default cache belongs to the process and would keep what one tenant sent.
    contextResolver: new ContextResolver({ sharedCache: new Map() }),
  };
  try {
    const value = JSON.parse(document) as NodeObject;
    const error = findContextError(value);
    if (error !== undefined) return { error };
    const expanded = await jsonld.expand({ [property]: value }, options);
    if (hasSeveralTypes(expanded)) verdict.error = 'invalid typed value';
  } catch (error) {
    const { details } = error as { details?: { code?: string } };
    verdict.error = details?.code ?? 'cannot be processed';
  }
  return verdict;
}
