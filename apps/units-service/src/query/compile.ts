import { Parameters, type Field, type Fields } from './fields.js';
import { compareItem, compareText, compareTime, compareTruth, type Compared } from './compare.js';
import { invalidQuery, parseQuery, type Comparison, type Expression } from './parse.js';

/** A condition in SQL, with the values of its parameters. */
export interface Condition {
  sql: string;
  values: unknown[];
}

export const noCondition: Condition = { sql: 'true', values: [] };

/**
 * Compiles an expression to a condition on a row. Everything from the caller becomes a parameter of the statement,
 * beginning with `$<first>`.
 */
export function compileQuery(text: string, fields: Fields, first: number): Condition {
  const parameters = new Parameters(first);
  const sql = compile(parseQuery(text), fields, parameters);
  return { sql, values: parameters.values };
}

function compile(expression: Expression, fields: Fields, parameters: Parameters): string {
  if ('comparison' in expression) {
    return compileComparison(expression.comparison, fields, parameters);
  }
  const [left, right] = [expression.left, expression.right].map((side) =>
    compile(side, fields, parameters),
  );
  return `(${left!} ${expression.isAnd ? 'AND' : 'OR'} ${right!})`;
}

/** The operators and their counterparts in SQL. */
const operators: Record<string, { sql: string; isNegated?: true; takesList?: true }> = {
  '==': { sql: '=' },
  '!=': { sql: '=', isNegated: true },
  '=in=': { sql: '=', takesList: true },
  '=out=': { sql: '=', isNegated: true, takesList: true },
  '<': { sql: '<' },
  '<=': { sql: '<=' },
  '>': { sql: '>' },
  '>=': { sql: '>=' },
  '=lt=': { sql: '<' },
  '=le=': { sql: '<=' },
  '=gt=': { sql: '>' },
  '=ge=': { sql: '>=' },
};

function compileComparison(comparison: Comparison, fields: Fields, parameters: Parameters): string {
  const { operator: given, values, position } = comparison;
  const operator = Object.hasOwn(operators, given) ? operators[given] : undefined;
  if (!operator) throw invalidQuery(`There is no operator \`${given}\`.`, position);
  if (values.length > 1 && !operator.takesList) {
    throw invalidQuery('Only `=in=` and `=out=` take several values.', position);
  }
  const { field, path } = findField(comparison, fields);
  /** Combines the comparisons with each value. */
  const any = (compare: (one: Compared) => string) => {
    const comparisons = values.map((value) =>
      compare({ operator: operator.sql, value, position, parameters }),
    );
    return `(${comparisons.join(' OR ')})`;
  };
  return `${operator.isNegated ? 'NOT ' : ''}${compileAny(any)}`;

  function compileAny(any: (compare: (one: Compared) => string) => string): string {
    switch (field.kind) {
      case 'text':
        return `coalesce(${any((one) => compareText(field.sql, one))}, false)`;
      case 'truth':
        return any((one) => compareTruth(field.sql, one));
      case 'time':
        return any((one) => compareTime(field.sql, one));
      // A field with several values is scanned once.
      case 'texts':
        return field.sql((text) => any((one) => compareText(text, one)));
      case 'json':
        return field.sql(parameters, path, (item) => any((one) => compareItem(item, one)));
    }
  }
}

/** Finds the field that a selector names, and the path in its value; dots separate segments. */
function findField({ selector, position }: Comparison, fields: Fields) {
  const [name, ...path] = selector.split('.').map((segment) => decode(segment, position));
  const field: Field | undefined = Object.hasOwn(fields, name!) ? fields[name!] : undefined;
  if (!field) {
    throw invalidQuery(`\`${name!}\` is not one of ${Object.keys(fields).join(', ')}.`, position);
  }
  if (field.kind === 'json' && path.length === 0) {
    throw invalidQuery(`\`${name!}\` needs a name, as in \`${name!}.area\`.`, position);
  }
  if (field.kind !== 'json' && path.length > 0) {
    throw invalidQuery(`\`${name!}\` has no members.`, position);
  }
  return { field, path };
}

/** Decodes a segment, in which dots and the reserved characters of RSQL are percent-encoded. */
function decode(segment: string, position: number): string {
  try {
    const decoded = decodeURIComponent(segment);
    if (decoded !== '' && !decoded.includes('\u0000')) return decoded;
  } catch {
    // Percent signs that encode nothing.
  }
  throw invalidQuery('Has an empty or malformed name.', position);
}
