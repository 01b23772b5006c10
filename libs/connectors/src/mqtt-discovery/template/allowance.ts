import { TemplateFailure } from './failure.js';
import { json, printed, python, write, type Style } from './print.js';

/** How much work templates may do. */
export interface Limits {
  /** Characters of templates that are compiled. */
  source: number;
  /** Expressions and statements that are evaluated. */
  steps: number;
  /** Characters of texts that are produced or searched. */
  characters: number;
  /** Members of objects and items of arrays that are read or made. */
  members: number;
}

/** The limits of one evaluation, of the templates of one device, and of all in one poll. */
export const limits = {
  evaluation: { source: 0, steps: 20_000, characters: 256 * 1024, members: 10_000 },
  device: { source: 128 * 1024, steps: 100_000, characters: 1024 * 1024, members: 50_000 },
  poll: {
    source: 4 * 1024 * 1024,
    steps: 2_000_000,
    characters: 16 * 1024 * 1024,
    members: 1_000_000,
  },
} satisfies Record<string, Limits>;

/**
 * What templates may still use. A template can loop, and it can double a value with every statement,
 * so every step counts, and every operation that makes or walks a value pays for its size: a value
 * that is shared pays each time it is written. What is used counts for `whole`, too.
 */
export class Allowance {
  readonly #left: Limits;
  readonly #whole: Allowance | undefined;
  #isExhausted = false;

  constructor(limits: Limits, whole?: Allowance) {
    this.#left = { ...limits };
    this.#whole = whole;
  }

  /** Whether something was refused because of this limit or one around it. */
  get isExhausted(): boolean {
    return this.#isExhausted;
  }

  /** Counts work before it is done; throws `TemplateFailure` when it is too much. */
  use(kind: keyof Limits, amount: number): void {
    if (!this.#isWithin(kind, amount)) throw new TemplateFailure('it takes too much work');
  }

  #isWithin(kind: keyof Limits, amount: number): boolean {
    this.#left[kind] -= amount;
    const whole = this.#whole;
    const isWithin = this.#left[kind] >= 0 && (!whole || whole.#isWithin(kind, amount));
    this.#isExhausted ||= !isWithin;
    return isWithin;
  }

  /** Counts a text that was produced, and returns it. */
  take(text: string): string {
    this.use('characters', text.length);
    return text;
  }

  /** Counts a search, whose duration may grow with the product of both lengths. */
  search(text: string, wanted: string): void {
    this.use('characters', text.length * Math.max(1, wanted.length));
  }

  /** Counts the items of an array, and returns it. */
  items(array: unknown[]): unknown[] {
    this.use('members', array.length);
    return array;
  }

  /** The names of the members of an object. */
  namesOf(value: object): string[] {
    const names = Object.keys(value);
    this.use('members', names.length);
    return names;
  }

  /** A value as JSON, or in another style. */
  json(value: unknown, style: Style = json): string {
    return write(value, style, (characters, members) => {
      this.use('characters', characters);
      this.use('members', members);
    });
  }

  /** A value as Jinja prints it. */
  text(value: unknown): string {
    if (typeof value === 'string') return this.take(value);
    if (value === undefined) return '';
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'number') return this.take(printed(value));
    return this.take(this.json(value, python));
  }
}
