/** Collects the values of a statement that is put together. */
export class Parameters {
  readonly values: unknown[] = [];
  readonly #first: number;

  /** The number of the first one. */
  constructor(first: number) {
    this.#first = first;
  }

  /** Adds a value and returns the parameter that stands for it. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.#first + this.values.length - 1}::${type}`;
  }
}
