import type { Connector } from '@trellis/connector-sdk';
import { jsonPointer, Problem, type TypeTexts } from '@trellis/contracts';

interface Version {
  texts: TypeTexts;
  description: Record<string, unknown>;
}

/** Throws `invalid_request` when a translation is one of a text that a version does not have. */
export function requireTranslated(connector: Connector, { texts, description }: Version): void {
  const { name, description: about, category, steps, translations } = texts;
  const known = new Set([name, about, category, ...steps.flatMap(Object.values)]);
  addTexts(connector.describeClient?.(description), known);
  const errors = Object.entries(translations).flatMap(([language, given]) =>
    Object.keys(given)
      .filter((text) => !known.has(text))
      .map((text) => ({
        pointer: jsonPointer(['translations', language, text]),
        detail: 'The type has no such text.',
      })),
  );
  if (errors.length > 0)
    throw new Problem('invalid_request', 'The request is not valid.', { errors });
}

/** Adds all texts of a JSON Schema. */
function addTexts(schema: unknown, into: Set<unknown>): void {
  if (typeof schema === 'string') into.add(schema);
  if (typeof schema !== 'object' || schema === null) return;
  for (const member of Object.values(schema)) addTexts(member, into);
}
