import { findSyntaxProblem } from '../components/json-syntax.js';
import type { ConnectorType, NewVersion } from '../api/types.js';

type Step = NonNullable<NewVersion['steps']>[number];
type Translations = NonNullable<NewVersion['translations']>;

/** A type as its form has it: the description of its API is JSON text. */
export interface Draft {
  name: string;
  description: string;
  category: string;
  steps: Step[];
  translations: Translations;
  configuration: string;
}

/** Returns the error of the member at a JSON Pointer; undefined if there is none. */
export type ErrorAt = (pointer: string) => string | undefined;

export const draftOf = (
  type: Pick<ConnectorType, 'name' | 'configuration'> & Partial<Omit<ConnectorType, 'secrets'>>,
): Draft => ({
  name: type.name,
  description: type.description ?? '',
  category: type.category ?? '',
  steps: type.steps ?? [],
  translations: type.translations ?? {},
  configuration: JSON.stringify(type.configuration, null, 2),
});

/** Returns the body of a request. Translations of texts that were removed or are empty are left out. */
export function versionOf(draft: Draft, before: Draft): NewVersion {
  const { category, configuration, translations, ...texts } = draft;
  const known = textsOf(draft);
  const removed = textsOf(before).filter((text) => !known.includes(text));
  const isSent = ([text, translation]: [string, string]) =>
    translation.trim() !== '' && !removed.includes(text);
  return {
    ...texts,
    ...(category !== '' && { category }),
    translations: Object.fromEntries(
      Object.entries(translations).map(([language, given]) => [
        language,
        Object.fromEntries(Object.entries(given).filter(isSent)),
      ]),
    ),
    configuration: JSON.parse(configuration) as NewVersion['configuration'],
  };
}

/** Returns the texts of a type that can be translated. */
export function textsOf({ name, description, category, steps, configuration }: Draft): string[] {
  const ofSteps = steps.flatMap((step) => [step.title, step.description]);
  const texts = [name, description, category, ...ofSteps, ...textsOfParameters(configuration)];
  return [...new Set(texts.filter((text) => text.trim() !== ''))];
}

function textsOfParameters(configuration: string): string[] {
  if (findSyntaxProblem(configuration)) return [];
  const { parameters } = Object(JSON.parse(configuration)) as { parameters?: unknown };
  return Object.values(Object(parameters) as object).flatMap((parameter: unknown) => {
    const { title, description, enum: options } = Object(parameter) as Record<string, unknown>;
    return [title, description, ...(Array.isArray(options) ? (options as unknown[]) : [])].filter(
      (text) => typeof text === 'string',
    );
  });
}

/** Returns an id for a type with a name, such as `x-acme-sensors`. */
export const typeIdFor = (name: string): string =>
  `x-${name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .trim()
    .replaceAll(/[ -]+/g, '-')
    .slice(0, 62)}`;
