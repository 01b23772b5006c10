import type { Budget } from '@trellis/connector-sdk';
import { json, printed, python, write, type Style } from './print.js';
import { isObject, Float } from './values.js';

/** The work of templates: characters of source, steps, characters of texts, members of objects and arrays. */
export type WorkKind = 'source' | 'steps' | 'characters' | 'members';

/**
 * The work of one evaluation. A template can loop, and it can double a value with every statement, so every step
 * counts, and every operation that makes or walks a value pays for its size. A shared value pays each time it is written.
 */
export class Work {
  readonly #budget: Budget<WorkKind>;

  constructor(budget: Budget<WorkKind>) {
    this.#budget = budget;
  }

  /** Counts work before it is done. Throws `TemplateFailure` when it is too much. */
  spend(kind: WorkKind, amount: number): void {
    this.#budget.spend(kind, amount);
  }

  produce(text: string): string {
    this.spend('characters', text.length);
    return text;
  }

  /** Counts a search, whose duration may grow with the product of both lengths. */
  search(text: string, wanted: string): void {
    this.spend('characters', text.length * Math.max(1, wanted.length));
  }

  items(array: unknown[]): unknown[] {
    this.spend('members', array.length);
    return array;
  }

  namesOf(value: object): string[] {
    const names = Object.keys(value);
    this.spend('members', names.length);
    return names;
  }

  /** Returns whether a value is true in Python: empty texts, arrays and objects are false. */
  isTrue(value: unknown): boolean {
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Float) return value.value !== 0;
    if (isObject(value)) return this.namesOf(value).length > 0;
    return Boolean(value);
  }

  json(value: unknown, style: Style = json): string {
    return write(value, style, (characters, members) => {
      this.spend('characters', characters);
      this.spend('members', members);
    });
  }

  text(value: unknown): string {
    if (typeof value === 'string') return this.produce(value);
    if (value === undefined) return '';
    if (value === null) return 'None';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'number') return this.produce(printed(value));
    return this.produce(this.json(value, python));
  }
}
