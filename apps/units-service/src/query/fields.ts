export class Parameters {
  readonly values: unknown[] = [];
  readonly #first: number;

  /** `first` is the number of the first parameter. */
  constructor(first: number) {
    this.#first = first;
  }

  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.#first + this.values.length - 1}::${type}`;
  }
}

/** A field of a row that an expression can name, in SQL. */
export type Field =
  | { kind: 'text' | 'truth' | 'time'; sql: string }
  /** Several texts, one of which must meet the condition. */
  | { kind: 'texts'; sql: (meets: (text: string) => string) => string }
  /** JSON, of which an item at a path must meet the condition. */
  | {
      kind: 'json';
      sql: (parameters: Parameters, path: string[], meets: (item: string) => string) => string;
    };

export type Fields = Record<string, Field>;

/** Returns the items at a path in JSON text: members of objects, also within arrays, and entries of a final array. */
export function itemsSql(json: string, path: string[], parameters: Parameters): string {
  const steps = path.map((name) => `.${JSON.stringify(name)}`).join('');
  const jsonPath = parameters.add(`lax $${steps}[*]`, 'jsonpath');
  return `jsonb_path_query(to_readable_json(${json})::jsonb, ${jsonPath}, '{}', true) AS found(item)`;
}
