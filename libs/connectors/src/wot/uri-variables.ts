import {
  type ActionAffordance,
  isObject,
  propertyAffordance,
  type PropertyAffordance,
  Rejected,
} from '@trellis/connector-sdk';
import { z } from 'zod';
import { parseTemplate } from 'url-template';

interface ActionVariables {
  /** The action with its variables in its input. */
  affordance: ActionAffordance;
  /** Divides an input into the values of variables and the input of the action itself. */
  divide(input: unknown): { values: Record<string, unknown>; input: unknown };
}

const maxVariables = 50;

const forms = z.array(z.unknown()).catch([]);
const form = z.looseObject({ href: z.string() });

/**
 * Returns the variables of an action (`uriVariables`, Thing Description 1.1, section 5.3.1.1) that its forms use, as
 * members of its input: beside the members of an object, otherwise beside a member `input`. An input that is no
 * object stays as it is where all variables of the path have defaults. Undefined for an action without variables.
 */
export function actionVariables(
  affordance: ActionAffordance,
  given: unknown,
  schemas: Record<string, unknown>,
): ActionVariables | undefined {
  const hrefs = forms.parse(given).flatMap((one) => form.safeParse(one).data?.href ?? []);
  const used = hrefs.flatMap(namesIn).filter((name) => Object.hasOwn(schemas, name));
  const names = [...new Set(used)].slice(0, maxVariables);
  const inPath = new Set(hrefs.flatMap(namesInPath));
  const variables = Object.fromEntries(names.map((name) => [name, schemaOf(schemas[name])]));
  const required = names.filter((name) => inPath.has(name) && !hasDefault(schemas[name]));
  if (names.length === 0) return undefined;
  const own = affordance.input;
  if (own === undefined || own.type === 'object') {
    const members = own?.properties ?? {};
    // A member wins over a variable of the same name, which then has its default.
    const free = names.filter((name) => !Object.hasOwn(members, name));
    return {
      affordance: {
        ...affordance,
        input: objectOf(own ?? {}, { ...variables, ...members }, required),
      },
      divide: (input) => divideObject(input, free, own !== undefined),
    };
  }
  if (required.length === 0) return undefined;
  return {
    affordance: {
      ...affordance,
      input: objectOf({}, { ...variables, input: own }, [...required, 'input']),
    },
    divide(input) {
      const { input: rest, ...values } = asObject(input);
      return { values, input: rest };
    },
  };
}

function objectOf(
  own: NonNullable<ActionAffordance['input']>,
  properties: Record<string, PropertyAffordance>,
  needed: string[],
): NonNullable<ActionAffordance['input']> {
  const required = [...new Set([...(own.required ?? []), ...needed])];
  const described = { ...own, type: 'object' as const, properties };
  return required.length > 0 ? { ...described, required } : described;
}

function divideObject(given: unknown, names: string[], hasInput: boolean) {
  if (given === undefined || given === null) return { values: {}, input: undefined };
  const entries = Object.entries(asObject(given));
  const isVariable = ([name]: [string, unknown]) => names.includes(name);
  return {
    values: Object.fromEntries(entries.filter(isVariable)),
    input: hasInput ? Object.fromEntries(entries.filter((one) => !isVariable(one))) : undefined,
  };
}

function asObject(given: unknown): Record<string, unknown> {
  if (isObject(given)) return given;
  throw new Rejected('The input is no object with the variables of the action.');
}

const schemaOf = (given: unknown): PropertyAffordance =>
  propertyAffordance.safeParse(given).data ?? { type: 'string' };

/** Returns the value that a variable has unless another one is given. */
export const defaultOf = (schema: unknown): unknown =>
  isObject(schema) ? (schema.default ?? schema.const) : undefined;

const hasDefault = (given: unknown): boolean => defaultOf(given) !== undefined;

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
const namesInPath = (template: string): string[] =>
  [...template.matchAll(expression)]
    .filter(([, operator]) => !/[#;?&]/.test(operator!))
    .flatMap(([, , list]) => namesOf(list!));

const namesOf = (list: string): string[] =>
  list.split(',').map((name) => name.replace(/(\*|:\d+)$/, ''));

const isScalar = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.isWellFormed()) ||
  typeof value === 'number' ||
  typeof value === 'boolean';
