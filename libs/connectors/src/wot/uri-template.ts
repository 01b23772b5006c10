import { parseTemplate } from 'url-template';

/** Expands a URI template (RFC 6570); undefined when a variable of its path is missing, those of the query may be. */
export function expand(template: string, variables: Record<string, unknown>): string | undefined {
  const known = new Map(Object.entries(variables).filter(([, value]) => isScalar(value)));
  const isMissing = namesInPath(template).some((name) => !known.has(name));
  if (isMissing || /[{}]/.test(template.replaceAll(expression, ''))) return undefined;
  // Without a prototype, whose members would be variables as well.
  const context = Object.assign(Object.create(null), Object.fromEntries(known)) as Variables;
  return parseTemplate(template.toWellFormed()).expand(context);
}

type Variables = Record<string, string | number | boolean>;

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;

export const namesIn = (template: string): string[] =>
  [...template.matchAll(expression)].flatMap(([, , list]) => namesOf(list!));

/** Returns the names of the variables outside the query and the fragment. */
export const namesInPath = (template: string): string[] =>
  [...template.matchAll(expression)]
    .filter(([, operator]) => !/[#;?&]/.test(operator!))
    .flatMap(([, , list]) => namesOf(list!));

const namesOf = (list: string): string[] =>
  list.split(',').map((name) => name.replace(/(\*|:\d+)$/, ''));

const isScalar = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.isWellFormed()) ||
  typeof value === 'number' ||
  typeof value === 'boolean';
