import { Validator, type OutputUnit } from '@cfworker/json-schema';
import {
  toErrorList,
  toErrorSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';

/** Keywords whose errors say only that there is one further inside. */
const containers = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalProperties',
  'allOf',
  '$ref',
]);

/**
 * Checks the data of forms by interpreting their schemas: the usual validator of forms compiles schemas to code, which
 * the policy of the page forbids.
 */
export const validator: ValidatorType = {
  validateFormData(data, schema) {
    const errors = errorsOf(data, schema);
    return { errors, errorSchema: toErrorSchema(errors) };
  },
  isValid: (schema, data, rootSchema) => {
    const definitions = rootSchema.$defs as object | undefined;
    return check(data, definitions ? { ...schema, $defs: definitions } : schema).length === 0;
  },
  rawValidation: (schema, data) => ({ errors: check(data, schema) as never[] }),
  toErrorList,
} as ValidatorType & { toErrorList: typeof toErrorList };

function check(data: unknown, schema: object): OutputUnit[] {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(data ?? null);
  return valid ? [] : errors;
}

/** The errors of members, each named by its path, such as `.security.token`. */
export function errorsOf(data: unknown, schema: object): RJSFValidationError[] {
  const found = check(data, schema).filter(({ keyword }) => !containers.has(keyword));
  return found.map(({ keyword, instanceLocation, error }) => {
    const path = instanceLocation.replace(/^#/, '').split('/').slice(1).map(decodePointer);
    const missing = keyword === 'required' ? /"(.*)"/.exec(error)?.[1] : undefined;
    const property = [...path, ...(missing === undefined ? [] : [missing])]
      .map((step) => `.${step}`)
      .join('');
    const message = missing === undefined ? messageOf(keyword, error) : 'Is required.';
    return { name: keyword, property, message, stack: message };
  });
}

const messageOf = (keyword: string, error: string): string =>
  keyword === 'minLength' ? 'Is too short.' : error;

const decodePointer = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
