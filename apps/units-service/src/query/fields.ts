import type { Parameters } from './parameters.js';

/** What an expression can name of a row, in SQL. */
export type Field =
  | { kind: 'text' | 'truth' | 'time'; sql: string }
  /** One of several texts: whether one meets a condition. */
  | { kind: 'texts'; sql: (meets: (text: string) => string) => string }
  /** JSON below a name: whether an item at a path meets a condition. */
  | {
      kind: 'json';
      sql: (parameters: Parameters, path: string[], meets: (item: string) => string) => string;
    };

export type Fields = Record<string, Field>;

/**
 * The items at a path in JSON text, in SQL: members of objects, also of those in arrays, and the entries of an array
 * at its end.
 */
export function itemsSql(json: string, path: string[], parameters: Parameters): string {
  const steps = path.map((name) => `.${JSON.stringify(name)}`).join('');
  const jsonPath = parameters.add(`lax $${steps}[*]`, 'jsonpath');
  return `jsonb_path_query(to_readable_json(${json})::jsonb, ${jsonPath}, '{}', true) AS found(item)`;
}
