import { parseTemplate } from 'url-template';

/**
 * Expands a URI template (RFC 6570) with the known variables. Variables in the query may be missing;
 * undefined when one in the path is, because the result would address something else.
 */
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

/** The names of variables outside the query and the fragment. */
function namesInPath(template: string): string[] {
  const inPath = [...template.matchAll(expression)].filter(
    ([, operator]) => !/[#;?&]/.test(operator!),
  );
  return inPath.flatMap(([, , list]) =>
    list!.split(',').map((name) => name.replace(/(\*|:\d+)$/, '')),
  );
}

const isScalar = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.isWellFormed()) ||
  typeof value === 'number' ||
  typeof value === 'boolean';
