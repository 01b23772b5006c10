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
